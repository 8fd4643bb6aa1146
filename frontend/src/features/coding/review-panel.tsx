import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import type { Place } from './file-tabs.tsx'
import { isSameMark, type Mark, type ReviewCategory } from './review-marks.ts'
import styles from './review-panel.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

/** Below the code of a review: the category menu of the line being marked, and the marks. */
export function ReviewPanel({
  marks,
  marking,
  onToggle,
  onJump,
  onClose,
}: {
  marks: readonly Mark[]
  /** The line whose categories are being chosen. */
  marking: Place | null
  onToggle: (mark: Mark) => void
  onJump: (place: Place) => void
  onClose: () => void
}) {
  const bench = useWorkbenchMessages()
  const format = useFormat()
  const categories = Object.entries(bench.reviewCategories) as [ReviewCategory, string][]
  const menu = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (marking) menu.current?.querySelector('button')?.focus()
  }, [marking])

  return (
    <div className={styles.panel}>
      {marking && (
        <fieldset
          ref={menu}
          className={styles.menu}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
          }}
        >
          <legend>{bench.markLine(format.number(marking.line), marking.path)}</legend>
          {categories.map(([category, label]) => {
            const mark = { path: marking.path, line: marking.line, category }
            return (
              <Button
                key={category}
                size="small"
                aria-pressed={marks.some((one) => isSameMark(one, mark))}
                onClick={() => {
                  onToggle(mark)
                  onClose()
                }}
              >
                {label}
              </Button>
            )
          })}
          <Button size="small" variant="ghost" onClick={onClose}>
            {bench.doneMarking} <kbd aria-hidden>Esc</kbd>
          </Button>
        </fieldset>
      )}
      <section aria-labelledby="marks" className={styles.marks}>
        <h2 id="marks">{bench.marks}</h2>
        {marks.length === 0 && <p className={styles.empty}>{bench.noMarks}</p>}
        <ul className="plain-list">
          {marks.map((mark) => {
            const { path, line, category } = mark
            const label = bench.reviewCategories[category]
            return (
              <li key={`${path} ${line} ${category}`} className={styles.mark}>
                <Button size="small" variant="ghost" onClick={() => onJump({ path, line })}>
                  <bdi dir="ltr">
                    {path}:{line}
                  </bdi>
                </Button>
                <span>{label}</span>
                <IconButton
                  icon={X}
                  label={bench.removeMark(format.number(line), label)}
                  onClick={() => onToggle(mark)}
                />
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
