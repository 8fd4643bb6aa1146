// What runs without a document has of the platform's API.

interface Console {
  assert(condition?: boolean, ...values: unknown[]): void
  clear(): void
  count(label?: string): void
  countReset(label?: string): void
  debug(...values: unknown[]): void
  dir(value?: unknown): void
  dirxml(...values: unknown[]): void
  error(...values: unknown[]): void
  group(...values: unknown[]): void
  groupCollapsed(...values: unknown[]): void
  groupEnd(): void
  info(...values: unknown[]): void
  log(...values: unknown[]): void
  table(rows?: unknown, columns?: readonly string[]): void
  time(label?: string): void
  timeEnd(label?: string): void
  timeLog(label?: string, ...values: unknown[]): void
  trace(...values: unknown[]): void
  warn(...values: unknown[]): void
}
declare var console: Console

// biome-ignore-start lint/suspicious/noExplicitAny: timers pass on any values.
declare function setTimeout(handler: (...values: any[]) => void, ms?: number, ...values: any[]): number
declare function setInterval(handler: (...values: any[]) => void, ms?: number, ...values: any[]): number
// biome-ignore-end lint/suspicious/noExplicitAny: as above.
declare function clearTimeout(id: number | undefined): void
declare function clearInterval(id: number | undefined): void
declare function queueMicrotask(callback: () => void): void
declare function structuredClone<T>(value: T): T
declare function atob(text: string): string
declare function btoa(text: string): string

declare var performance: { now(): number }
interface ImportMeta {
  readonly url: string
}
declare var crypto: {
  randomUUID(): `${string}-${string}-${string}-${string}-${string}`
  getRandomValues<T extends ArrayBufferView>(array: T): T
}

interface Event {
  readonly type: string
  readonly target: EventTarget | null
  readonly defaultPrevented: boolean
  preventDefault(): void
  stopPropagation(): void
  stopImmediatePropagation(): void
}
declare var Event: { new (type: string, options?: { bubbles?: boolean; cancelable?: boolean }): Event }
interface CustomEvent<T = unknown> extends Event {
  readonly detail: T
}
declare var CustomEvent: { new <T>(type: string, options?: { detail?: T }): CustomEvent<T> }
type EventListener = (event: Event) => void
interface EventTarget {
  addEventListener(
    type: string,
    listener: EventListener | null,
    options?: boolean | { once?: boolean; signal?: AbortSignal },
  ): void
  removeEventListener(type: string, listener: EventListener | null): void
  dispatchEvent(event: Event): boolean
}
declare var EventTarget: { new (): EventTarget }

interface AbortSignal extends EventTarget {
  readonly aborted: boolean
  // biome-ignore lint/suspicious/noExplicitAny: as in the DOM's types.
  readonly reason: any
  onabort: ((event: Event) => void) | null
  throwIfAborted(): void
}
declare var AbortSignal: {
  abort(reason?: unknown): AbortSignal
  any(signals: Iterable<AbortSignal>): AbortSignal
  timeout(ms: number): AbortSignal
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare var AbortController: { new (): AbortController }
interface DOMException extends Error {
  readonly code: number
}
declare var DOMException: { new (message?: string, name?: string): DOMException }

interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  sort(): void
  entries(): IterableIterator<[string, string]>
  keys(): IterableIterator<string>
  values(): IterableIterator<string>
  forEach(callback: (value: string, name: string) => void): void
}
declare var URLSearchParams: {
  new (from?: string | Record<string, string> | Iterable<[string, string]> | URLSearchParams): URLSearchParams
}
interface URL {
  hash: string
  host: string
  hostname: string
  href: string
  readonly origin: string
  password: string
  pathname: string
  port: string
  protocol: string
  search: string
  readonly searchParams: URLSearchParams
  username: string
  toJSON(): string
}
declare var URL: { new (url: string | URL, base?: string | URL): URL; canParse(url: string): boolean }

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>
}
declare var TextEncoder: { new (): TextEncoder }
interface TextDecoder {
  decode(bytes?: ArrayBuffer | ArrayBufferView): string
}
declare var TextDecoder: { new (encoding?: string): TextDecoder }

interface Headers extends Iterable<[string, string]> {
  append(name: string, value: string): void
  delete(name: string): void
  get(name: string): string | null
  has(name: string): boolean
  set(name: string, value: string): void
}
type HeadersInit = Headers | Record<string, string> | [string, string][]
declare var Headers: { new (from?: HeadersInit): Headers }
interface RequestInit {
  body?: string | null
  headers?: HeadersInit
  method?: string
  signal?: AbortSignal | null
}
interface Response {
  readonly headers: Headers
  readonly ok: boolean
  readonly status: number
  readonly statusText: string
  readonly url: string
  clone(): Response
  // biome-ignore lint/suspicious/noExplicitAny: as in the DOM's types.
  json(): Promise<any>
  text(): Promise<string>
}
declare var Response: {
  new (body?: string | null, init?: { headers?: HeadersInit; status?: number; statusText?: string }): Response
  json(value: unknown, init?: { headers?: HeadersInit; status?: number }): Response
}
/** There is no network here: tests hand in a function of their own. */
declare function fetch(input: string | URL, init?: RequestInit): Promise<Response>
