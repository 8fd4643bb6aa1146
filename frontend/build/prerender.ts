import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { bootPart, folderOf, languageFiles, pageFiles } from './page-files.ts'

type Renderer = typeof import('../src/prerender.tsx')

/** The most frequent entry pages. */
const paths = ['/', '/questions', '/learning-paths', '/dashboard']

/**
 * Renders pages for a new visitor, in each language, into the build: `rendered/en/index.html`. They contain
 * everything for the first paint, and are painted before the app loads and hydrates them.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'prerender',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async writeBundle() {
      await using stack = new AsyncDisposableStack()
      const files = await pageFiles(config)
      const { languageNames, renderPage } = await loadRenderer(config.root, stack)
      for (const path of paths) {
        // Sequentially: the language is global state of the app.
        for (const language of languageNames) {
          const fill = await openTemplate(config, [
            ...(files[path] ?? []),
            ...(await languageFiles(config, language)),
          ])
          const file = join(folderOf(config), 'rendered', language, `${path.slice(1) || 'index'}.html`)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, fill(language, await renderPage(path, language)))
        }
      }
    },
  }
}

/** Builds the app for Node in a temporary folder, which is removed afterwards. */
async function loadRenderer(root: string, stack: AsyncDisposableStack): Promise<Renderer> {
  const outDir = await mkdtemp(join(tmpdir(), 'rehearse-prerender-'))
  stack.defer(() => rm(outDir, { recursive: true, force: true }))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      copyPublicDir: false,
      // Only challenges with files import it, and no page that is rendered here.
      rolldownOptions: { external: ['virtual:challenge-libraries'] },
    },
  })
  return import(pathToFileURL(join(outDir, 'prerender.js')).href)
}

interface Rendered {
  /** The `<title>` element. */
  title: string
  markup: string
}

/** The external files of the app's first page: its own and boot.js. */
const loaded = /^ *<(?:script|link)\b[^>]*(?:src|href)="\/((?:assets\/|boot)[^"]*)".*\n/gm

/** The `@font-face` rule of a font to load, not of one on the device. */
const webFont = /@font-face\s*\{[^}]*url\([^}]*\}/g

/**
 * A template made from the app's first page. It inlines the styles and the scripts for the first paint, and loads the
 * app after that.
 *
 * @param ofPage the files that this page in its language needs besides the shared ones
 */
async function openTemplate(config: ResolvedConfig, ofPage: readonly string[]) {
  const html = await readFile(join(folderOf(config), 'index.html'), 'utf8')
  const files = [...new Set([...html.matchAll(loaded)].map(([, file = '']) => file).concat(ofPage))]
  const sheets = files.filter((file) => file.endsWith('.css'))
  const styles = await Promise.all(sheets.map((file) => readFile(join(folderOf(config), file), 'utf8')))
  // The styles are inlined: these disabled links keep the app from loading them before it starts.
  const known = sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}" disabled>`).join('')
  const app = files.filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
  const boot = await readFile(join(config.publicDir, 'boot.js'), 'utf8')
  const style = styles.join('')
  const fonts = style.match(webFont)?.join('') ?? ''
  const head = `${known}<style>${style.replace(webFont, '')}</style><script>${boot}${await bootPart('preload-data')}</script>`
  const start = `(() => {\nconst files = ${JSON.stringify(app.map((file) => `/${file}`))}\n${await bootPart('start-app')}})()`
  // The first paint doesn't wait for fonts to be decoded: start-app.js adds them.
  const later = `<template id="fonts"><style>${fonts}</style></template>`
  const bare = html.replace(loaded, '').replace(/^ *<!--.*before anything is painted.*\n/m, '')

  return (language: string, { title, markup }: Rendered): string => {
    // The page's Content Security Policy would block them.
    const forbidden = /<script|<[^>]*\sstyle=[^>]*>/.exec(markup)
    if (forbidden) throw new Error(`A rendered page must do without scripts and styles: ${forbidden[0]}`)
    return bare
      .replace('<html lang="en"', () => `<html lang="${language}" data-rendered="${language}"`)
      .replace(/<title>.*<\/title>/, () => title)
      .replace('</head>', () => `${head}</head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${markup}</div>${later}<script>${start}</script>`,
      )
  }
}
