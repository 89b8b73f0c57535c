/** The styles of what is loaded when it is first to be seen: they come with it. */

document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("./late.css", import.meta.url).href }));
