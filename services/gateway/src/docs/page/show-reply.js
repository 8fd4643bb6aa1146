/** Characters: more would only make the page slow. */
const longest = 200_000

/** Shows a reply as it comes: its status at once, its body when it is complete, a stream's as it grows. */
export async function showReply(output, reply, ms) {
  const status = element('p', `${reply.status} ${reply.statusText}`.trim())
  status.className = reply.ok || reply.status === 304 ? 'status' : 'status refused'
  const facts = element('p', `after ${ms.toFixed(0)} ms`)
  facts.className = 'facts'
  output.replaceChildren(status, facts, headersOf(reply))
  const type = reply.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return showStream(output, reply)
  const bytes = await reply.blob()
  facts.textContent += `, ${bytes.size.toLocaleString()} bytes`
  if (bytes.size === 0) return
  if (/json|text|xml|csv/.test(type)) output.append(code(pretty(await bytes.text(), type)))
  else output.append(saveLink(bytes, type))
}

/** There was no reply. */
export function showFailure(output, error) {
  const status = element('p', `No reply: ${error.message}`)
  status.className = 'status refused'
  output.replaceChildren(status)
}

async function showStream(output, reply) {
  const shown = code('')
  output.append(shown)
  for await (const text of reply.body.pipeThrough(new TextDecoderStream())) {
    shown.textContent = (shown.textContent + text).slice(-longest)
  }
}

function headersOf(reply) {
  const details = element('details')
  const lines = [...reply.headers].map(([name, value]) => `${name}: ${value}`)
  details.append(element('summary', `${lines.length} headers`), code(lines.join('\n')))
  return details
}

function pretty(text, type) {
  const shown = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > longest
    ? `${shown.slice(0, longest)}\n… and ${shown.length - longest} characters more`
    : shown
}

function saveLink(bytes, type) {
  const link = element('a', `Save these ${type || 'bytes'}`)
  link.href = URL.createObjectURL(bytes)
  link.download = ''
  return link
}

/** Scrolls in itself, so it can be reached by keyboard. */
function code(text) {
  const made = element('pre', text)
  made.tabIndex = 0
  return made
}

function element(name, text = '') {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
