/** What the fields of a form amount to. Empty ones are not sent; a path keeps its name for what is missing. */
export function readRequest(form) {
  const { method, path } = form.dataset
  const query = new URLSearchParams()
  const headers = {}
  const parts = new FormData()
  let pathname = path
  let body
  for (const field of form.querySelectorAll('[data-in]')) {
    const { name, value } = field
    const place = field.dataset.in
    if (place === 'body') body = value
    else if (place === 'form' && field.type === 'file')
      for (const file of field.files) parts.append(name, file)
    else if (value === '') continue
    else if (place === 'path') pathname = pathname.replace(`{${name}}`, encodeURIComponent(value))
    else if (place === 'query') query.append(name, value)
    else if (place === 'header') headers[name] = value
    else parts.append(name, value)
  }
  if (body !== undefined) headers['content-type'] = 'application/json'
  else if (form.querySelector('[data-in=form]')) body = parts
  const url = [pathname, query].map(String).filter(Boolean).join('?')
  return { url, options: { method, headers, body } }
}
