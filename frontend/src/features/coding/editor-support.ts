import { autocompletion, type CompletionSource } from '@codemirror/autocomplete'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap } from '@codemirror/view'
import type { Diagnostic, Hover, TypeChecker } from './type-checker.ts'

export type Checks = Pick<TypeChecker, 'completions' | 'hover'>

/** Completion, descriptions and errors from the type checker. F8 goes to the next error. */
export const typeSupport = (path: string, checks: () => Checks | null): Extension => [
  autocompletion({ override: [completeFrom(path, checks)] }),
  hoverTooltip(async (_view, at) => {
    const found = await checks()?.hover(path, at)
    return found
      ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: render(found) }) }
      : null
  }),
  lintGutter(),
  keymap.of(lintKeymap),
  theme,
]

const completeFrom =
  (path: string, checks: () => Checks | null): CompletionSource =>
  async (context) => {
    const word = context.matchBefore(/[\w$]*/)
    const isMember = context.matchBefore(/\.[\w$]*/) !== null
    if (!context.explicit && !isMember && (word === null || word.from === word.to)) return null
    const found = await checks()?.completions(path, context.pos)
    if (!found || context.aborted) return null
    const options = found.items.map(({ label, kind, insert, sortText }) => ({
      label,
      type: kind,
      ...(insert !== undefined && { apply: insert }),
      sortText,
    }))
    return { from: found.from, options, validFor: /^[\w$]*$/ }
  }

function render({ signature, documentation }: Hover): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'cm-description'
  const declaration = document.createElement('code')
  declaration.textContent = signature
  dom.append(declaration)
  if (documentation !== '') {
    const text = document.createElement('p')
    text.textContent = documentation
    dom.append(text)
  }
  return dom
}

/** Underlines the errors and marks their lines. */
export function showErrors(view: EditorView, errors: readonly Diagnostic[]): void {
  const { length } = view.state.doc
  // The text may have become shorter since it was checked.
  const diagnostics = errors.map(({ from, to, message }) => ({
    from: Math.min(from, length),
    to: Math.min(to, length),
    severity: 'error' as const,
    message,
  }))
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

/** Focuses the editor at an offset, or at a line counted from 1. */
export function jumpTo(view: EditorView, line: number, offset?: number): void {
  const { doc } = view.state
  const anchor = Math.min(offset ?? doc.line(Math.max(1, Math.min(line, doc.lines))).from, doc.length)
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
  view.focus()
}

/** The library's own signs are images in `data:` URLs, which the Content Security Policy forbids. */
const theme = EditorView.theme({
  '.cm-lintRange-error, .cm-lintRange-active': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
  },
  '.cm-lint-marker-error': {
    content: 'normal',
    inlineSize: '0.5rem',
    blockSize: '0.5rem',
    marginBlockStart: '0.5rem',
    borderRadius: '50%',
    background: 'var(--bad)',
  },
  '.cm-diagnostic': { padding: '0.25rem 0.5rem', maxInlineSize: '36rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderInlineStart: '3px solid var(--bad)' },
  '.cm-description': { maxInlineSize: '36rem', padding: '0.25rem 0.5rem', whiteSpace: 'pre-wrap' },
  '.cm-description code': { fontFamily: 'var(--font-code)', fontSize: '0.8125rem' },
  '.cm-description p': { margin: '0.25rem 0 0', fontFamily: 'var(--font-ui)', fontSize: '0.8125rem' },
})
