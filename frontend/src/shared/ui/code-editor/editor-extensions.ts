import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { css } from '@codemirror/lang-css'
import { html } from '@codemirror/lang-html'
import { javascript, javascriptLanguage, scopeCompletionSource } from '@codemirror/lang-javascript'
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import type { CodeLanguage } from './code-language.ts'
import { editorLook } from './editor-look.ts'

const languages: Record<CodeLanguage, () => Extension> = {
  html: () => html(),
  css: () => css(),
  javascript: () => [
    javascript(),
    // What a browser offers: `document.`, `Array.` and the rest are completed from the real thing.
    javascriptLanguage.data.of({ autocomplete: scopeCompletionSource(globalThis) }),
  ],
}

/** What a form says of its field. */
export interface FieldState {
  faulty: boolean
  readOnly: boolean
}

/** The part of an editor that changes with the form it stands in. */
export const fieldState = new Compartment()

export const stateOf = ({ faulty, readOnly }: FieldState): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.contentAttributes.of(faulty ? { 'aria-invalid': 'true' } : {}),
]

/**
 * One language's editor. Tab indents; Escape and then Tab leaves, which CodeMirror does by itself once Tab is bound, and
 * the page says beside it.
 */
export const editorExtensions = ({
  language,
  label,
  describedBy,
  onChange,
  onRun,
}: {
  language: CodeLanguage
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
    // Editable, it is focused anyway; said aloud, programs that look for a way to scroll by keys find it.
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
  editorLook,
]
