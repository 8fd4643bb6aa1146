const libraries = new Map<string, Promise<string>>()

/** Loads a script that the runner evaluates before a challenge's code. */
export function libraryOf(url: string): Promise<string> {
  const known = libraries.get(url)
  if (known) return known
  const loading = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`the test library did not load: ${response.status}`)
    return response.text()
  })
  libraries.set(url, loading)
  loading.catch(() => libraries.delete(url))
  return loading
}
