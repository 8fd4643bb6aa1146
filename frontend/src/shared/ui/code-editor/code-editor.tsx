import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from './code-editor.module.css'
import type { CodeLanguage } from './code-language.ts'
import { editorExtensions, type FieldState, fieldState, stateOf } from './editor-extensions.ts'

const DESCRIPTION = 'description'

/**
 * An editor of one language. It lives in a shadow root: there its style sheets are adopted, while in the document it
 * would add style elements, which the page's policy forbids.
 *
 * @param initial what it begins with; from then on the editor knows best, so give it another key to start over
 * @param block of one height, whatever it holds; else it grows with its text, up to a point
 */
export default function CodeEditor({
  language,
  label,
  initial,
  hint,
  fault,
  readOnly = false,
  block = false,
  onChange,
  onRun,
}: {
  language: CodeLanguage
  label: string
  initial: string
  hint: string
  fault?: string | undefined
  readOnly?: boolean
  block?: boolean
  onChange: (text: string) => void
  onRun?: () => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  const state: FieldState = { faulty: fault !== undefined, readOnly }
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
          editorExtensions({ language, label, describedBy: DESCRIPTION, onChange: tell, onRun: run }),
          fieldState.of(stateOf(state)),
        ],
      }),
    })
  })
  const tell = useEffectEvent((text: string) => onChange(text))
  const run = useEffectEvent(() => onRun?.())

  useEffect(() => {
    const element = host.current
    if (!element) return
    // A form that looks for its first fault can't see into the shadow: what is focused there is the editor.
    const view = open(element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true }))
    editor.current = view
    return () => view.destroy()
  }, [])
  useEffect(() => {
    const description = host.current?.shadowRoot?.getElementById(DESCRIPTION)
    if (description) description.textContent = [fault, hint].filter(Boolean).join(' ')
  }, [fault, hint])
  const { faulty } = state
  useEffect(() => {
    editor.current?.dispatch({ effects: fieldState.reconfigure(stateOf({ faulty, readOnly })) })
  }, [faulty, readOnly])
  return (
    <div
      ref={host}
      dir="ltr"
      className={block ? styles.block : styles.growing}
      data-invalid={faulty || undefined}
    />
  )
}
