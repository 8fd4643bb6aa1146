import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript, javascriptLanguage, scopeCompletionSource } from '@codemirror/lang-javascript'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './code-editor.module.css'
import type { EditorLanguage } from './code-language.ts'

const DESCRIPTION = 'description'

/**
 * A code editor for one language. It is in a shadow root, which adopts its style sheets; in the document it would add
 * style elements, which the page's Content Security Policy forbids.
 *
 * @param initial the initial text; after that the editor owns it, so change the key to start over
 * @param replacement texts that replace its text one after the other when the number changes: Undo goes back
 * @param extensions more extensions, read once
 * @param block whether it has a fixed height; else it grows with its text, up to a limit
 */
export default function CodeEditor({
  language,
  label,
  initial,
  hint,
  problem,
  readOnly = false,
  block = false,
  replacement,
  extensions = [],
  onOpen,
  onChange,
  onRun,
}: {
  language: EditorLanguage
  label: string
  initial: string
  hint: string
  problem?: string | undefined
  readOnly?: boolean
  block?: boolean
  replacement?: Replacement
  extensions?: Extension
  /** Called with the view when it opens, and with null when it closes. */
  onOpen?: (view: EditorView | null) => void
  onChange: (text: string) => void
  onRun?: () => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const state: FieldState = { invalid: problem !== undefined, readOnly }
  const open = useEffectEvent((root: ShadowRoot) => {
    const description = document.createElement('p')
    description.id = DESCRIPTION
    description.hidden = true
    root.replaceChildren(description)
    return new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: initial,
        extensions: [
          editorExtensions({ language, label, describedBy: DESCRIPTION, onChange: notifyChange, onRun: run }),
          fieldState.of(stateOf(state)),
          extensions,
        ],
      }),
    })
  })
  const notifyChange = useEffectEvent((text: string) => onChange(text))
  const run = useEffectEvent(() => onRun?.())
  const notifyOpen = useEffectEvent((view: EditorView | null) => onOpen?.(view))

  useEffect(() => {
    const element = host.current
    if (!element) return
    // A form that focuses its first error can't see inside the shadow root: focusing the host focuses the editor.
    const view = open(element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true }))
    editor.current = view
    notifyOpen(view)
    return () => {
      notifyOpen(null)
      view.destroy()
    }
  }, [])
  const replaced = useRef(replacement?.edition)
  const replace = useEffectEvent(() => {
    for (const text of replacement?.texts ?? []) if (editor.current) replaceText(editor.current, text)
  })
  const edition = replacement?.edition
  useEffect(() => {
    if (edition === replaced.current) return
    replaced.current = edition
    replace()
  }, [edition])
  useEffect(() => {
    const description = host.current?.shadowRoot?.getElementById(DESCRIPTION)
    if (description) description.textContent = [problem, hint].filter(Boolean).join(' ')
  }, [problem, hint])
  const { invalid } = state
  useEffect(() => {
    editor.current?.dispatch({ effects: fieldState.reconfigure(stateOf({ invalid, readOnly })) })
  }, [invalid, readOnly])
  return (
    <div
      ref={host}
      dir="ltr"
      className={block ? styles.block : styles.growing}
      data-invalid={invalid || undefined}
    />
  )
}

export interface Replacement {
  edition: number
  texts: readonly string[]
}

/** Replaces what differs, as one step of the history. The cursor stays on its line. */
function replaceText(view: EditorView, text: string): void {
  const { doc, selection } = view.state
  const before = doc.toString()
  if (before === text) return
  let start = 0
  while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1
  let same = 0
  const most = Math.min(before.length, text.length) - start
  while (same < most && before.at(-1 - same) === text.at(-1 - same)) same += 1
  const line = doc.lineAt(selection.main.head)
  const column = selection.main.head - line.from
  view.dispatch({
    changes: { from: start, to: before.length - same, insert: text.slice(start, text.length - same) },
    annotations: isolateHistory.of('full'),
  })
  const target = view.state.doc.line(Math.min(line.number, view.state.doc.lines))
  view.dispatch({ selection: { anchor: Math.min(target.from + column, target.to) } })
}

/** The same few colors as code in questions, from the page's variables, so that they follow the theme. */
const editorTheme = [
  EditorView.theme({
    '&': {
      blockSize: '100%',
      maxBlockSize: 'var(--code-max, none)',
      color: 'var(--text)',
      background: 'var(--code-bg)',
      fontSize: '0.875rem',
    },
    // The host shows the focus ring: inside, the gutter would cover one side of it.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
    '.cm-content': { paddingBlock: '0.75rem', caretColor: 'var(--accent)' },
    '.cm-gutters': { background: 'var(--code-bg)', color: 'var(--muted)', border: '0' },
    '.cm-lineNumbers .cm-gutterElement': { minInlineSize: '2.5rem' },
    '.cm-activeLine': { background: 'transparent' },
    '&.cm-focused .cm-activeLine': { background: 'color-mix(in srgb, var(--raised) 60%, transparent)' },
    '.cm-activeLineGutter': { background: 'transparent', color: 'var(--text)' },
    '&.cm-focused .cm-matchingBracket': {
      background: 'transparent',
      outline: '1px solid var(--line-strong)',
    },
    '.cm-tooltip': {
      background: 'var(--raised)',
      color: 'var(--text)',
      border: '1px solid var(--line-strong)',
      borderRadius: '0.375rem',
    },
    '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', fontSize: '0.8125rem' },
    '.cm-tooltip-autocomplete > ul > li': { padding: '0.25rem 0.5rem' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      background: 'var(--accent)',
      color: 'var(--on-accent)',
    },
    '.cm-completionDetail': { color: 'inherit' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.tagName, tags.propertyName, tags.className], color: 'var(--info)' },
      { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.color], color: 'var(--accent)' },
      { tag: [tags.string, tags.regexp, tags.attributeValue], color: 'var(--ok)' },
      { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
    ]),
  ),
]

const languages: Record<EditorLanguage, () => Extension> = {
  html: () => html(),
  css: () => css(),
  javascript: () => [
    javascript(),
    // Complete browser globals such as `document.` and `Array.` from the real objects.
    javascriptLanguage.data.of({ autocomplete: scopeCompletionSource(globalThis) }),
  ],
  // The type checker completes these.
  typescript: () => javascript({ typescript: true }),
  tsx: () => javascript({ typescript: true, jsx: true }),
  text: () => [],
}

/** The state of the form field. */
interface FieldState {
  invalid: boolean
  readOnly: boolean
}

/** The part of an editor that depends on its form field. */
const fieldState = new Compartment()

const stateOf = ({ invalid, readOnly }: FieldState): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of(invalid ? { 'aria-invalid': 'true' } : {}),
]

/**
 * Extensions for one language. Tab indents; Escape then Tab leaves the editor, which CodeMirror supports once Tab is
 * bound, and the page explains it.
 */
const editorExtensions = ({
  language,
  label,
  describedBy,
  onChange,
  onRun,
}: {
  language: EditorLanguage
  label: string
  describedBy: string
  onChange: (text: string) => void
  onRun: () => void
}): Extension => [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-describedby': describedBy,
    // It's focusable anyway; the explicit attribute lets accessibility checkers see that it scrolls by keyboard.
    tabindex: '0',
  }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString())
  }),
  keymap.of([
    {
      key: 'Mod-Enter',
      run: () => {
        onRun()
        return true
      },
    },
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...historyKeymap,
    ...completionKeymap,
    indentWithTab,
  ]),
  languages[language](),
  editorTheme,
]
