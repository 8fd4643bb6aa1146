import { rolldown } from 'rolldown'
import type { Engine } from './check.ts'

const entry = '\0question.tsx'
const here = import.meta.filename

/**
 * Renders a question's component `App` with React's development build, in a page.
 * @param inPage the engine of pages
 * @returns an engine that returns the value of `evaluate` (`root` is the element around `App`, `act(change)` makes a
 *   change and waits for React), or else the log
 */
export function renderReact(inPage: Engine): Engine {
  return async ({ css, script, evaluate }) =>
    inPage({
      css,
      html: '<div id="root"></div><script src="/react.js"></script>',
      script: escapeForHtml(await bundleQuestion(script)),
      evaluate:
        evaluate === undefined
          ? undefined
          : `(async () => { const { root, act, ready } = window.question; await ready; return ${evaluate} })()`,
    })
}

/** The modules that all questions share, and their global variables. */
const shared = {
  react: 'React',
  'react-dom': 'ReactDom',
  'react-dom/client': 'ReactDomClient',
  'react/jsx-runtime': 'ReactJsx',
}

let react: Promise<string> | undefined

/** React as a script that sets its global variables. */
export function bundleReact(): Promise<string> {
  react ??= bundle(
    Object.entries(shared)
      .map(([module, name]) => `import * as ${name} from '${module}'\nglobalThis.${name} = ${name}`)
      .join('\n'),
  )
  return react
}

const bundleQuestion = (script: string): Promise<string> => bundle(source(script), shared)

async function bundle(code: string, globals: Readonly<Record<string, string>> = {}): Promise<string> {
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    external: Object.keys(globals),
    transform: {
      define: { 'process.env.NODE_ENV': '"development"' },
      jsx: 'react-jsx',
    },
    plugins: [
      {
        name: 'question',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? { code, moduleType: 'tsx' } : null),
      },
      {
        // A question is not a file, so its imports are resolved from here.
        name: 'from-here',
        resolveId(id, importer) {
          return importer === entry && !(id in globals) ? this.resolve(id, here) : null
        },
      },
    ],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'iife', globals })
  await build.close()
  return output[0].code
}

const source = (script: string): string => `
import * as React from 'react'
import { createRoot } from 'react-dom/client'
${script.includes("from 'react'") ? '' : "import { useState, useEffect, useRef, useMemo, useCallback, useReducer, useContext, createContext, memo } from 'react'"}
${script}
globalThis.IS_REACT_ACT_ENVIRONMENT = true
const root = document.getElementById('root')
const ready = Promise.resolve(React.act(async () => createRoot(root).render(<App />)))
window.question = { root, act: React.act, ready }
`

const escapeForHtml = (code: string): string => code.replaceAll('</script', '<\\/script')
