import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TypeLibraries } from '../src/features/coding/type-service.ts'

const require = createRequire(import.meta.url)
const own = (name: string) => join(import.meta.dirname, 'challenge-types', name)
const compiler = dirname(require.resolve('typescript'))

/** Types of packages: the name that files import, and where its declarations are. */
const packages: Readonly<Record<string, string>> = {
  react: '@types/react/index.d.ts',
  'react/jsx-runtime': '@types/react/jsx-runtime.d.ts',
  'react-dom': '@types/react-dom/index.d.ts',
  'react-dom/client': '@types/react-dom/client.d.ts',
  'react-dom/test-utils': '@types/react-dom/test-utils/index.d.ts',
  csstype: 'csstype/index.d.ts',
  'aria-query': '@types/aria-query/index.d.ts',
  '@testing-library/dom': '@testing-library/dom/types/index.d.ts',
  '@testing-library/react': '@testing-library/react/types/index.d.ts',
  '@testing-library/user-event': '@testing-library/user-event/dist/types/index.d.ts',
}

/**
 * The declarations that the type checker needs: of the language for every challenge, of the DOM, React and Testing
 * Library for those with a page.
 */
export async function readTypeLibraries(): Promise<TypeLibraries> {
  const language = new Map<string, string>()
  await addLibrary('es2025', language)
  await addLibrary('esnext.array', language)
  await addLibrary('esnext.disposable', language)
  await addLibrary('decorators', language)
  await addLibrary('decorators.legacy', language)
  const page = new Map<string, string>()
  for (const name of ['dom', 'dom.iterable', 'dom.asynciterable']) await addLibrary(name, page, language)
  const named: Record<string, string> = {}
  for (const [name, file] of Object.entries(packages)) {
    named[name] = `/node_modules/${file}`
    await addDeclarations(`/node_modules/${file}`, page)
  }
  // Its options aren't used in challenges.
  page.set('/types/pretty-format.d.ts', 'export type OptionsReceived = object\n')
  await addDeclarations('/node_modules/expect-type/dist/index.d.ts', language)
  const tests = ['vitest.d.ts', 'test-globals.d.ts', 'type-challenges.d.ts', 'files.d.ts']
  for (const name of tests) language.set(`/types/${name}`, await readFile(own(name), 'utf8'))
  return {
    language: Object.fromEntries(language),
    worker: { '/types/worker-globals.d.ts': await readFile(own('worker-globals.d.ts'), 'utf8') },
    page: {
      ...Object.fromEntries(page),
      '/types/jest-dom.d.ts': await readFile(own('jest-dom.d.ts'), 'utf8'),
    },
    packages: {
      ...named,
      'expect-type': '/node_modules/expect-type/dist/index.d.ts',
      'pretty-format': '/types/pretty-format.d.ts',
      vitest: '/types/vitest.d.ts',
      '@jest/globals': '/types/vitest.d.ts',
      'jest-mock': '/types/vitest.d.ts',
      expect: '/types/vitest.d.ts',
      '@testing-library/jest-dom': '/types/jest-dom.d.ts',
      '@testing-library/jest-dom/vitest': '/types/jest-dom.d.ts',
      '@type-challenges/utils': '/types/type-challenges.d.ts',
    },
  }
}

/** A library of the compiler, with those that it refers to. */
async function addLibrary(
  name: string,
  files: Map<string, string>,
  known: ReadonlyMap<string, string> = files,
): Promise<void> {
  const path = `/lib/lib.${name}.d.ts`
  if (files.has(path) || known.has(path)) return
  const text = await readFile(join(compiler, `lib.${name}.d.ts`), 'utf8')
  files.set(path, withoutComments(text, /^lib\.(?:dom|webworker)/.test(`lib.${name}`)))
  for (const [, other = ''] of text.matchAll(/\/\/\/ <reference lib="([^"]+)"/g))
    await addLibrary(other, files, known)
}

/** A file of declarations, with those that it imports by a path. */
async function addDeclarations(path: string, files: Map<string, string>): Promise<void> {
  if (files.has(path)) return
  const text = await readFile(join(import.meta.dirname, '../..', path), 'utf8')
  files.set(path, withoutComments(text, !path.startsWith('/node_modules/@types/react')))
  for (const [, quoted = ''] of text.matchAll(
    /(?:from |import\(?\s*|<reference path=)['"](\.{0,2}[^'"\n]*)['"]/g,
  )) {
    const source = /^[\w-]+\.d\.ts$/.test(quoted) ? `./${quoted}` : quoted
    if (!source.startsWith('.')) continue
    const base = join(dirname(path), source).replace(/\.js$|\/$/, '')
    const found = [base, `${base}.d.ts`, `${base}/index.d.ts`].find(
      (candidate) => candidate.endsWith('.d.ts') && isFile(candidate),
    )
    if (found) await addDeclarations(found, files)
  }
}

const isFile = (path: string): boolean => existsSync(join(import.meta.dirname, '../..', path))

/**
 * Comments are most of the DOM's declarations, and challenges don't need their examples. Documentation of the language
 * and of React stays: completion and hover show it.
 */
function withoutComments(text: string, isAll: boolean): string {
  const license = text.replace(/^\/\*![\s\S]*?\*\/\s*/, '')
  if (!isAll) return license
  return license.replace(/\/\*[\s\S]*?\*\/|^[ \t]*\/\/(?!\/ <).*$/gm, '').replace(/\n\s*\n/g, '\n')
}
