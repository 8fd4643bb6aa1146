import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { useMediaQuery } from '../../shared/ui/use-media-query.ts'
import styles from './split-pane.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const data = learnerData('workbench_split')
/** Percent of the width. */
const least = 18
const most = 60
const step = 2

/** Two panes with a separator between them, moved by dragging or with the arrow keys, and remembered. */
export function SplitPane({ first, second }: { first: ReactNode; second: ReactNode }) {
  const bench = useWorkbenchMessages()
  const box = useRef<HTMLDivElement>(null)
  const [moved, setMoved] = useState(storedShare)
  const usual = useMediaQuery('(min-width: 90rem)') ? 28 : 40
  const share = moved ?? usual
  const move = (to: number) => {
    const next = Math.round(Math.min(most, Math.max(least, to)))
    setMoved(next)
    data.write(next)
  }
  const isRightToLeft = () => box.current !== null && getComputedStyle(box.current).direction === 'rtl'

  return (
    <div ref={box} className={styles.panes} style={{ '--share': `${share}%` } as CSSProperties} data-wide>
      {first}
      {/* biome-ignore lint/a11y/useSemanticElements: a line between sections can't be moved */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={bench.split}
        aria-orientation="vertical"
        aria-valuenow={share}
        aria-valuemin={least}
        aria-valuemax={most}
        className={styles.separator}
        onKeyDown={(event) => {
          const forward = isRightToLeft() ? -step : step
          const targets: Record<string, number> = {
            ArrowRight: share + forward,
            ArrowLeft: share - forward,
            Home: least,
            End: most,
            Enter: usual,
          }
          const target = targets[event.key]
          if (target === undefined) return
          event.preventDefault()
          move(target)
        }}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.focus()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId) || !box.current) return
          const { left, right, width } = box.current.getBoundingClientRect()
          move(((isRightToLeft() ? right - event.clientX : event.clientX - left) / width) * 100)
        }}
      />
      {second}
    </div>
  )
}

function storedShare(): number | null {
  const stored = data.read()
  return typeof stored === 'number' && stored >= least && stored <= most ? stored : null
}
