import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { bootPart, folderOf } from './page-files.ts'

interface Rendered {
  /** The `<title>` element. */
  title: string
  markup: string
}

/** The external files of the app's first page: its own and boot.js. */
const loaded = /^ *<(?:script|link)\b[^>]*(?:src|href)="\/((?:assets\/|boot)[^"]*)".*\n/gm

/**
 * A template made from the app's first page. It inlines the styles and the scripts for the first paint, and loads the
 * app after that.
 *
 * @param ofPage the files that this page in its language needs besides the shared ones
 */
export async function openTemplate(config: ResolvedConfig, ofPage: readonly string[]) {
  const html = await readFile(join(folderOf(config), 'index.html'), 'utf8')
  const files = [...new Set([...html.matchAll(loaded)].map(([, file = '']) => file).concat(ofPage))]
  const sheets = files.filter((file) => file.endsWith('.css'))
  const styles = await Promise.all(sheets.map((file) => readFile(join(folderOf(config), file), 'utf8')))
  // The styles are inlined: these disabled links keep the app from loading them before it starts.
  const known = sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`).join('')
  const app = files.filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
  const boot = await readFile(join(config.publicDir, 'boot.js'), 'utf8')
  const head = `${known}<style>${styles.join('')}</style><script>${boot}${await bootPart('preload-data')}</script>`
  const start = `(() => {\nconst files = ${JSON.stringify(app.map((file) => `/${file}`))}\n${await bootPart('start-app')}})()`
  const bare = html.replace(loaded, '').replace(/^ *<!--.*before anything is painted.*\n/m, '')

  return (language: string, { title, markup }: Rendered): string => {
    // The page's Content Security Policy would block them.
    const forbidden = /<script|<[^>]*\sstyle=[^>]*>/.exec(markup)
    if (forbidden) throw new Error(`A rendered page must do without scripts and styles: ${forbidden[0]}`)
    return bare
      .replace('<html lang="en"', () => `<html lang="${language}" data-rendered="${language}"`)
      .replace(/<title>.*<\/title>/, () => title)
      .replace('</head>', () => `${head}</head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${markup}</div><script>${start}</script>`)
  }
}
