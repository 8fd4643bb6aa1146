import { addressOf, bodyOf, type Draft, written } from '../draft.ts'
import type { RandomSource } from '../random-source.ts'

export interface FramingAttack {
  what: string
  bytes: Buffer
  /** Two parsers could read it as different requests, so it must not be served. */
  isAmbiguous: boolean
}

/** The request hidden behind one with a disputed end. */
const hidden = 'GET /api/health HTTP/1.1\r\nHost: hidden\r\n\r\n'

/** The draft, split or ended in ways that HTTP/1.1 doesn't allow (RFC 9112). */
export function framingAttack(draft: Draft, random: RandomSource): FramingAttack {
  const attack = random.pick([
    ambiguousLength,
    ambiguousLength,
    brokenChunks,
    brokenHead,
    brokenRequestLine,
    cutShort,
    noHttp,
  ])
  return attack(draft, random)
}

/** Content-Length against Transfer-Encoding, against itself, or spelled so that only some parsers read it. */
function ambiguousLength(draft: Draft, random: RandomSource): FramingAttack {
  const chunked = `0\r\n\r\n${hidden}`
  const lengths = ['+6', '0x6', '-1', '6;a', '6 6', '6,6', '6, 7', 'six', '18446744073709551622', '']
  const encodings = [
    'xchunked',
    'chunked, identity',
    'chunked, chunked',
    'chunked;q=1',
    '\u000bchunked',
    '"chunked"',
    'chunked\u0000',
    'identity',
    'gzip',
    ', chunked x',
  ]
  const forms: (readonly [lines: readonly string[], body: string])[] = [
    [['Content-Length: 6', 'Transfer-Encoding: chunked'], chunked],
    [['Transfer-Encoding: chunked', 'Content-Length: 6'], chunked],
    [['Transfer-Encoding: chunked', `Content-Length: ${chunked.length}`], chunked],
    [['Content-Length: 6', 'Content-Length: 60'], `{"a":1${hidden}`],
    [['Content-Length: 0', 'Content-Length: 60'], hidden],
    [[`Content-Length: ${random.pick(lengths)}`], `{"a":1${hidden}`],
    [[`Transfer-Encoding: ${random.pick(encodings)}`], chunked],
    [['Transfer-Encoding : chunked'], chunked],
    [['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], chunked],
    [['Content-Length: 6', `Transfer-Encoding: ${random.pick(encodings)}`], chunked],
    [['Content-Length : 6'], `{"a":1${hidden}`],
    [['X: y\rTransfer-Encoding: chunked', 'Content-Length: 6'], chunked],
    [['X: y\nTransfer-Encoding: chunked', 'Content-Length: 6'], chunked],
  ]
  const [lines, body] = random.pick(forms)
  return {
    what: `framed by ${JSON.stringify(lines)}`,
    bytes: Buffer.from(`${headOf(draft)}${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    isAmbiguous: true,
  }
}

function brokenChunks(draft: Draft, random: RandomSource): FramingAttack {
  const bodies = [
    `-1\r\n{}\r\n0\r\n\r\n`,
    `ffffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    `0x2\r\n{}\r\n0\r\n\r\n`,
    `2 \r\n{}\r\n0\r\n\r\n`,
    ` 2\r\n{}\r\n0\r\n\r\n`,
    `2\n{}\n0\n\n${hidden}`,
    `2\r\n{}0\r\n\r\n${hidden}`,
    `2\r\n{}  \r\n0\r\n\r\n`,
    `zz\r\n{}\r\n0\r\n\r\n`,
    `2;${'e'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    `2;a="\r\n{}\r\n0\r\n\r\n`,
    `2;\n\r\n{}\r\n0\r\n\r\n`,
    `5\r\n{}\r\n0\r\n\r\n`,
    `0\r\n${'t: x\r\n'.repeat(5_000)}\r\n`,
    `0\r\nContent-Length: 60\r\nAuthorization: Bearer x\r\n\r\n`,
    `0\r\nT : x\r\n\r\n`,
    `0\r\nT`,
    `2\r\n{`,
    ``,
  ]
  const body = random.pick(bodies)
  return {
    what: `chunks ${JSON.stringify(body.slice(0, 60))}`,
    bytes: Buffer.from(`${headOf(draft)}Transfer-Encoding: chunked\r\n\r\n${body}`, 'latin1'),
    isAmbiguous: false,
  }
}

function brokenHead(draft: Draft, random: RandomSource): FramingAttack {
  const good = written(draft).toString('latin1')
  const withLine = (line: string) => good.replace('\r\n', () => `\r\n${line}\r\n`)
  const host = (value: string) => good.replace(/^host: .*$/m, () => `host: ${value}`)
  const forms: (() => string)[] = [
    () => good.replaceAll('\r\n', '\n'),
    () => good.replaceAll('\r\n', '\r'),
    () => withLine('no colon'),
    () => withLine(': no name'),
    () => withLine(' folded: from nothing'),
    () => withLine('x: folded\r\n over lines'),
    () => withLine('x: a\u0000b'),
    () => withLine('x\u0000: a'),
    () => withLine('x: a\rb'),
    () => withLine('x: \u007f\u0001'),
    () => withLine('é: x'),
    () => withLine('"x": y'),
    () => withLine('host: second.example'),
    () => good.replace(/^host: .*\r\n/m, ''),
    () => host(''),
    () => host('a b'),
    () => host('evil.example/api/'),
    () => host('[::1'),
    () => host('user@localhost'),
    () => host('x:99999'),
    () => host('x'.repeat(5_000)),
    () => withLine('connection: close, authorization, content-length, host'),
    () => withLine('connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA'),
    () => withLine('connection: upgrade\r\nupgrade: websocket'),
    () => withLine('proxy-connection: keep-alive\r\nkeep-alive: timeout=99999999'),
  ]
  const which = random.below(forms.length)
  const text = forms[which]?.() ?? good
  return { what: `a broken head, the ${which}th`, bytes: Buffer.from(text, 'latin1'), isAmbiguous: false }
}

function brokenRequestLine(draft: Draft, random: RandomSource): FramingAttack {
  const address = addressOf(draft)
  const { method } = draft
  const line = random.pick([
    `${method}  ${address} HTTP/1.1`,
    `${method} ${address}  HTTP/1.1`,
    `${method}\t${address}\tHTTP/1.1`,
    `${method} ${address} HTTP/9.9`,
    `${method} ${address} HTTP/1.0`,
    `${method} ${address} HTTP/0.9`,
    `${method} ${address} http/1.1`,
    `${method} ${address}`,
    `${method} ${address.slice(1)} HTTP/1.1`,
    `${method} http://evil.example${address} HTTP/1.1`,
    `${method} //evil.example${address} HTTP/1.1`,
    `${method} ${address}#part HTTP/1.1`,
    `${method} ${address}\u0000 HTTP/1.1`,
    `${method} ${address}?é\u0001 HTTP/1.1`,
    `${method} ${address}?\ud83d\ude00 HTTP/1.1`,
    `${method} ${address}?${'l'.repeat(20_000)} HTTP/1.1`,
    `${method} /${'../'.repeat(50)}etc/passwd HTTP/1.1`,
    `${method} \\api\\health HTTP/1.1`,
    `${method} ?x HTTP/1.1`,
    `${method} * HTTP/1.1`,
    `OPTIONS * HTTP/1.1`,
    `CONNECT 127.0.0.1:22 HTTP/1.1`,
    `${method.toLowerCase()} ${address} HTTP/1.1`,
    `${'M'.repeat(5_000)} ${address} HTTP/1.1`,
    `\r\n\r\n${method} ${address} HTTP/1.1`,
  ])
  const good = written(draft).toString('latin1')
  const text = line + good.slice(good.indexOf('\r\n'))
  return {
    what: `the line ${JSON.stringify(line.slice(0, 80))}`,
    bytes: Buffer.from(text, 'latin1'),
    isAmbiguous: false,
  }
}

/** Ends too early, or continues after its end. */
function cutShort(draft: Draft, random: RandomSource): FramingAttack {
  const body = bodyOf(draft) ?? Buffer.from('{}')
  const head = (length: number) => Buffer.from(`${headOf(draft)}content-length: ${length}\r\n\r\n`)
  const forms: (readonly [what: string, bytes: Buffer])[] = [
    ['more announced than sent', Buffer.concat([head(body.length + 50), body])],
    [
      'less announced than sent',
      Buffer.concat([head(Math.max(0, body.length - 3)), body, Buffer.from('\r\n{}}}')]),
    ],
    ['a gigabyte announced', Buffer.concat([head(1_000_000_000), body])],
    ['two after each other', Buffer.concat([head(body.length), body, Buffer.from(hidden)])],
    ['the head cut off', written(draft).subarray(0, random.below(60))],
  ]
  const [what, bytes] = random.pick(forms)
  return { what, bytes, isAmbiguous: false }
}

function noHttp(_draft: Draft, random: RandomSource): FramingAttack {
  const forms: (readonly [what: string, bytes: Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['empty lines', Buffer.from('\r\n'.repeat(50))],
    ['the preface of HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
    ['the beginning of TLS', Buffer.from('16030100a5010000a10303', 'hex')],
    ['any bytes', Buffer.from(Array.from({ length: 200 }, () => random.below(256)))],
    [
      'a proxy’s greeting',
      Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    ],
    ['a line without an end', Buffer.alloc(100_000, 'G')],
  ]
  const [what, bytes] = random.pick(forms)
  return { what, bytes, isAmbiguous: false }
}

/** The request headers without the blank line, and without those that give the body's length. */
function headOf(draft: Draft): string {
  const head = written({ ...draft, json: null, body: null }, false).toString('latin1')
  return head.slice(0, -2)
}
