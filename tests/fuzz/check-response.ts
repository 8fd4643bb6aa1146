import { errorReply, healthReply } from '@rehearse/contracts'
import type { HostileRequest } from './hostile-request.ts'
import type { Answer, RawReply } from './raw-connection.ts'

/** Internals that no response may reveal: paths, libraries, hosts. */
const insides = [
  /\bat .{0,80}[.][cm]?[jt]sx?\b/,
  /node_modules|node:internal|file:\/\/(?!\/etc\/passwd)/,
  /\/(?:work|app|home|root|tmp|usr|var)\/[\w.-]/,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|AggregateError|FST_ERR\w+|ERR_\w+|UND_ERR\w*|HPE_\w+)\b/,
  /\bE(?:CONN\w+|PIPE|NOENT|ACCES|ADDR\w+|TIMEDOUT)\b/,
  /\b(?:kysely|postgres(?:ql)?|fastify|undici|jetstream|nats|bcrypt|zod|busboy)\b/i,
  /\b(?:select\b.+\bfrom|insert into|update\b.+\bset|syntax error at or near|violates .* constraint|invalid input syntax|invalid byte sequence|out of range for type)\b/i,
  /\b(?:127[.]0[.]0[.]1|localhost|\[::1\]):\d{4,5}\b/,
  /Cannot read prop|is not a function|is not iterable|(?<!JSON parsing error: .{0,80})Unexpected (?:token|end)|undefined \(reading|Maximum call stack|Invalid time value/,
]

/** What is wrong with the responses; normally nothing. */
export function checkResponses(request: HostileRequest, answers: readonly Answer[]): string[] {
  const [first = 'silent'] = answers
  if (first === 'silent') return ['no answer, and the connection held']
  if (first === 'none') return request.expects === 'reply' ? ['hung up on without an answer'] : []
  const complaints = answers.flatMap((answer) =>
    typeof answer === 'string' ? [] : checkReply(answer, request),
  )
  if (request.expects === 'refusal') {
    if (first.status < 400) complaints.push(`served, although its end is ambiguous: ${first.status}`)
    // The rest may be rejected separately, as a request of its own.
    if (typeof answers[1] === 'object' && answers[1].status < 400)
      complaints.push(`what was hidden in it was answered: ${answers[1].status}`)
  }
  return complaints
}

function checkReply({ status, head, body }: RawReply, { method }: HostileRequest): string[] {
  // On a busy machine a service may report its health late. A health response names services by design.
  if (status === 503 && healthReply.safeParse(parsed(body)).success) return []
  const complaints: string[] = []
  if (status < 200 || status >= 500) complaints.push(`status ${status}`)
  if (/^(?:server|x-powered-by|via):/im.test(head)) complaints.push('a header that names a product')
  if (/^x-[^:]*: .*[^\t\x20-\x7e\x80-\xff\r\n]/m.test(head))
    complaints.push('a header with control characters')
  if (status < 400) return complaints
  const leak = insides.find((pattern) => pattern.test(body))
  if (leak) complaints.push(`insides: ${leak.exec(body)?.[0]}`)
  if (method === 'HEAD') return complaints
  if (!/^content-type: application\/json/im.test(head)) complaints.push('not said to be JSON')
  const shape = errorReply.strict().safeParse(parsed(body))
  if (!shape.success) complaints.push(`not of the documented shape: ${body.slice(0, 200)}`)
  return complaints
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
