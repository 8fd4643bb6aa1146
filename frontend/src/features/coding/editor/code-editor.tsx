import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type CodeLanguage, languageNames } from '../code.ts'
import styles from './code-editor.module.css'
import { editorExtensions } from './editor-extensions.ts'

const HINT = 'hint'

/**
 * An editor of one language. It lives in a shadow root: there its style sheets are adopted, while in the document it
 * would add style elements, which the page's policy forbids.
 *
 * @param initial what it begins with; from then on the editor knows best, so give it another key to start over
 */
export default function CodeEditor({
  language,
  initial,
  hint,
  onChange,
  onRun,
}: {
  language: CodeLanguage
  initial: string
  hint: string
  onChange: (text: string) => void
  onRun: () => void
}) {
  const host = useRef<HTMLDivElement>(null)
  const open = useEffectEvent((root: ShadowRoot) => {
    const description = document.createElement('p')
    description.id = HINT
    description.hidden = true
    description.textContent = hint
    root.replaceChildren(description)
    return new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: initial,
        extensions: editorExtensions({
          language,
          label: languageNames[language],
          describedBy: HINT,
          onChange: tell,
          onRun: run,
        }),
      }),
    })
  })
  const tell = useEffectEvent((text: string) => onChange(text))
  const run = useEffectEvent(() => onRun())

  useEffect(() => {
    const element = host.current
    if (!element) return
    const view = open(element.shadowRoot ?? element.attachShadow({ mode: 'open' }))
    return () => view.destroy()
  }, [])
  return <div ref={host} dir="ltr" className={styles.host} />
}
