import { useRef } from 'react'
import { classNames } from '../../shared/ui/class-names.ts'
import tabs from '../../shared/ui/tabs.module.css'
import styles from './view-tabs.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

const views = ['task', 'code', 'result'] as const
export type View = (typeof views)[number]

/** On small screens, the parts of the workbench as tabs. The panels stay mounted: hidden code keeps its history. */
export function ViewTabs({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const bench = useWorkbenchMessages()
  const list = useRef<HTMLDivElement>(null)
  const labels = { task: bench.taskView, code: bench.codeView, result: bench.resultView }
  const move = (to: number) => {
    const next = views[(to + views.length) % views.length]
    if (!next) return
    onChange(next)
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={bench.views}
      className={tabs.list}
      onKeyDown={(event) => {
        const at = views.indexOf(view)
        const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
        const targets: Record<string, number> = {
          ArrowRight: at + forward,
          ArrowLeft: at - forward,
          Home: 0,
          End: views.length - 1,
        }
        const target = targets[event.key]
        if (target === undefined) return
        event.preventDefault()
        move(target)
      }}
    >
      {views.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === view}
          aria-controls={`view-${name}`}
          tabIndex={name === view ? 0 : -1}
          data-selected={name === view || undefined}
          className={classNames(styles.tab, tabs.tab)}
          onClick={() => onChange(name)}
        >
          {labels[name]}
        </button>
      ))}
    </div>
  )
}

/** What makes a part of the workbench a panel of its tab, where there are tabs. */
export const panelOf = (name: View, view: View, isNarrow: boolean) => ({
  id: `view-${name}`,
  ...(isNarrow && { role: 'tabpanel', 'aria-labelledby': `tab-${name}`, hidden: name !== view }),
})
