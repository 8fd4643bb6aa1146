import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app/app.tsx'
import { loadPage } from './app/app-routes.tsx'
import { isRightToLeft } from './shared/i18n/direction.ts'
import { type Language, languages } from './shared/i18n/languages.ts'
import { useLocale } from './shared/i18n/locale.ts'

export { languageNames } from './shared/i18n/languages.ts'

/** Renders a page as a first-time visitor sees it; the build stores it next to the app. */
export async function renderPage(
  path: string,
  language: Language,
): Promise<{ title: string; markup: string }> {
  const messages = await languages[language].load()
  useLocale.setState({ language, messages, direction: isRightToLeft(language) ? 'rtl' : 'ltr' })
  await loadPage(path)
  const problems: unknown[] = []
  const { prelude } = await prerender(
    <StrictMode>
      <App router={({ children }) => <StaticRouter location={path}>{children}</StaticRouter>} />
    </StrictMode>,
    {
      // As a single chunk: React would insert later chunks with a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void problems.push(error),
    },
  )
  if (problems.length > 0) throw problems[0]
  const html = await new Response(prelude as ReadableStream).text()
  const title = /<title>.*?<\/title>/.exec(html)?.[0] ?? ''
  return { title, markup: html.replace(title, '') }
}
