import { Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import CodeEditor from '../../shared/ui/code-editor.tsx'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import { Tag } from '../../shared/ui/tag.tsx'
import type { OpenFile, Texts } from './code.ts'
import { type Checks, jumpTo, showErrors, typeSupport } from './editor-support.ts'
import styles from './file-tabs.module.css'
import { useCodingMessages } from './messages.en.ts'
import { markGutter, showMarks } from './review-gutter.ts'
import type { Mark } from './review-marks.ts'
import type { Diagnostic } from './type-checker.ts'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

/** A location in a file that the editor should show. A new object moves there again. */
export interface Place {
  path: string
  /** Counted from 1. */
  line: number
  /** In the text; by default that of the line. */
  offset?: number
}

/**
 * An editor per file. All stay mounted, hidden ones too, so that each keeps its undo history, cursor and scroll
 * position.
 */
export default function FileTabs({
  files,
  texts,
  open,
  place,
  replacement,
  errors,
  isTyped,
  checks,
  marks,
  onOpen,
  onEdit,
  onRun,
  onFormat,
  onMark,
}: {
  files: readonly OpenFile[]
  texts: Texts
  open: string
  place: Place | null
  replacement: { edition: number; steps: readonly Texts[] }
  errors: readonly Diagnostic[]
  /** Whether the type checker completes the code, rather than the editor on its own. */
  isTyped: boolean
  /** Completion and hover; null until the type checker has loaded. */
  checks: Checks | null
  /** Of a review; else null. */
  marks: readonly Mark[] | null
  onOpen: (path: string) => void
  onEdit: (path: string, text: string) => void
  onRun: () => void
  onFormat: () => void
  onMark: (path: string, line: number) => void
}) {
  const coding = useCodingMessages()
  const bench = useWorkbenchMessages()
  const { codeEditor } = useMessages()
  const format = useFormat()
  const views = useRef(new Map<string, EditorView>())
  const latest = useRef(checks)
  useEffect(() => {
    latest.current = checks
  }, [checks])
  const formatNow = useEffectEvent(onFormat)
  const mark = useEffectEvent(onMark)

  useEffect(() => {
    for (const [path, view] of views.current)
      showErrors(
        view,
        errors.filter((error) => error.path === path),
      )
  }, [errors])
  useEffect(() => {
    for (const [path, view] of views.current)
      showMarks(view, marks?.filter((one) => one.path === path).map(({ line }) => line) ?? [])
  }, [marks])
  useEffect(() => {
    const view = place && views.current.get(place.path)
    if (view) jumpTo(view, place.line, place.offset)
  }, [place])

  const extensionsOf = (path: string) => [
    Prec.high(
      keymap.of([
        {
          key: 'Shift-Alt-f',
          run: () => {
            formatNow()
            return true
          },
        },
      ]),
    ),
    marks ? markGutter((line) => mark(path, line)) : isTyped ? typeSupport(path, () => latest.current) : [],
  ]

  return (
    <LibraryLocale>
      <Tabs selectedKey={open} onSelectionChange={(key) => onOpen(String(key))}>
        <TabList
          aria-label={files[0]?.path === 'html' ? coding.editorLabel : bench.files}
          className={tabs.list ?? ''}
        >
          {files.map(({ path, label, readOnly }) => {
            const count = errors.filter((error) => error.path === path).length
            return (
              <Tab key={path} id={path} className={tabs.tab ?? ''}>
                <bdi dir="ltr" className={styles.name}>
                  {label}
                </bdi>
                {readOnly && marks === null && (
                  <>
                    <Lock aria-hidden size={13} />
                    <span className="visually-hidden">{bench.readOnly}</span>
                  </>
                )}
                {count > 0 && (
                  <Tag tone="bad">
                    <span aria-hidden>{format.number(count)}</span>
                    <span className="visually-hidden">{bench.errors(count)}</span>
                  </Tag>
                )}
              </Tab>
            )
          })}
        </TabList>
        {files.map(({ path, label, language, readOnly }) => (
          <TabPanel key={path} id={path} shouldForceMount className={styles.panel ?? ''}>
            <CodeEditor
              language={language}
              initial={texts[path] ?? ''}
              label={label}
              hint={marks ? bench.markHint : codeEditor.hint}
              readOnly={readOnly}
              block
              replacement={{
                edition: replacement.edition,
                texts: replacement.steps.flatMap((step) => step[path] ?? []),
              }}
              extensions={extensionsOf(path)}
              onOpen={(view) => (view ? views.current.set(path, view) : views.current.delete(path))}
              onChange={(text) => onEdit(path, text)}
              onRun={onRun}
            />
          </TabPanel>
        ))}
      </Tabs>
    </LibraryLocale>
  )
}
