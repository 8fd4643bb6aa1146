/** The same request for a terminal. Who calls is left to a variable there: a token has no business on a page. */
export function curlOf({ url, options: { method, headers, body } }, access) {
  const words = ['curl', quoted(new URL(url, location.origin).href)]
  if (method !== 'GET') words.splice(1, 0, '-X', method)
  if (access !== 'anyone') words.push('-H', '"Authorization: Bearer $TOKEN"')
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoted(`${name}: ${value}`))
  if (body instanceof FormData) {
    for (const [name, value] of body) {
      words.push('-F', quoted(value instanceof File ? `${name}=@${value.name}` : `${name}=${value}`))
    }
  } else if (body) words.push('--data', quoted(body))
  return words.join(' ')
}

/** For a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
