"""The table in the browser: a server on the public API of rulekit. Needs the extra ``web``.

- ``app``, ``server``: the server, until a signal comes; ``routes``: the API; ``security``, ``at_seat``: what every request
  passes;
- ``catalogue``, ``offers``: the games that are offered; ``store``, ``side_store``, ``stored_rows``, ``schema``,
  ``database``: what is kept;
- ``course``: the match that stored moves lead to; ``session``: one game in memory; ``registry``: all of them;
  ``change_feed``, ``pubsub``: who waits for news;
- ``payload``: what a seat is sent (classes: ``state``, ``view_state``), in ``parts`` of which it has some already;
  ``chapters`` divide the story, ``looks`` know how much of it somebody was shown; ``answers``,
  ``table_answers``, ``seat_answers``: what else is answered;
- ``lobby``, ``host``, ``people``, ``seat``, ``looking_back``, ``analysis``, ``fairness``: the requests, by who makes them;
  ``forms``, ``selections``: several answers in one; ``table_settings``: what a host can set;
- ``autoplay``, ``bot_moves``, ``thinking``, ``bot_worker``: choices while no person makes them; ``clock``,
  ``overtime``: time, and what happens without it; ``notices``: whose turn it is;
- ``uploads`` with ``check_worker``, ``building`` with ``build_worker``, ``causes`` with ``cause_worker``: worker processes
  (``line_worker``, ``game_job``); ``fair_queue``: slow requests wait; ``giving_way``: and rest
  while others want the processor;
- ``client``: for programs; ``static``: the page, typed by JSDoc, sent by ``static_files``, made shorter by
  ``short_scripts``.
"""
