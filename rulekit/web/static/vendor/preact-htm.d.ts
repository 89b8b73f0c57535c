/** What the page uses of htm and Preact. */
type Ref<T> = { current: T };
type Setter<T> = (value: T | ((before: T) => T)) => void;
export function html(strings: TemplateStringsArray, ...values: unknown[]): unknown;
export function render(node: unknown, into: Element | null): void;
export function useState<T>(initial: T | (() => T)): [T, Setter<T>];
export function useEffect(effect: () => unknown, inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => unknown, inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => unknown, inputs?: unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useCallback<F extends Function>(call: F, inputs: unknown[]): F;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
