import type { ParseDefaults } from '../types.ts'
import { lexMetaLine } from './lex-meta-line.ts'

/** Longest front matter that is looked for, in characters. */
const LENGTH = 4_096

/**
 * Defaults for all questions of a file from the `key: value` lines between two `---` at its top. The source
 * answered has them blanked out, so that line numbers stay.
 */
export function takeFrontMatter(source: string): { source: string; defaults: ParseDefaults } {
  const found = /^\s*---[ \t]*\n(.*?)\n---[ \t]*(?:\n|$)/s.exec(source.slice(0, LENGTH))
  const isMeta = (line: string) => line.trim() === '' || /^[\w -]+:/.test(line)
  if (!found?.[1]?.split('\n').every(isMeta)) {
    return { source, defaults: {} }
  }
  const defaults: ParseDefaults = {}
  for (const line of found[1].split('\n')) {
    const { title: _, isActive: __, approved: ___, ...meta } = lexMetaLine(unquoted(line)) ?? {}
    for (const [key, value] of Object.entries(meta)) {
      if (value !== null) Object.assign(defaults, { [key]: value })
    }
  }
  const blank = found[0].replace(/[^\n]/g, '')
  return { source: blank + source.slice(found[0].length), defaults }
}

/** YAML writes lists and quotes that mean nothing more here. */
function unquoted(line: string): string {
  return line.replace(/:[ \t]*\[(.*)\][ \t]*$/, ': $1').replace(/:[ \t]*(["'])(.*)\1[ \t]*$/, ': $2')
}
