import { type ReactNode, useId, useRef, useState } from 'react'

export interface Tab {
  id: string
  title: string
  content: ReactNode
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [current, setCurrent] = useState(tabs[0]?.id)
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const prefix = useId()
  const panelId = `${prefix}panel`

  const go = (tab: Tab | undefined) => {
    if (!tab) return
    setCurrent(tab.id)
    buttons.current.get(tab.id)?.focus()
  }

  return (
    <section>
      <div role="tablist" aria-label={label}>
        {tabs.map((tab, at) => (
          <button
            type="button"
            role="tab"
            key={tab.id}
            id={prefix + tab.id}
            ref={(element) => {
              if (element) buttons.current.set(tab.id, element)
              return () => {
                buttons.current.delete(tab.id)
              }
            }}
            aria-selected={tab.id === current}
            aria-controls={panelId}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => go(tab)}
            onKeyDown={(event) => {
              if (!/^(?:Arrow(?:Left|Right)|Home|End)$/.test(event.key)) return
              event.preventDefault()
              if (event.key === 'ArrowRight') go(tabs[at + 1] ?? tabs[0])
              if (event.key === 'ArrowLeft') go(tabs.at(at - 1))
              if (event.key === 'Home') go(tabs[0])
              if (event.key === 'End') go(tabs.at(-1))
            }}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map(
        (tab) =>
          tab.id === current && (
            <div role="tabpanel" key={tab.id} id={panelId} aria-labelledby={prefix + tab.id} tabIndex={0}>
              {tab.content}
            </div>
          ),
      )}
    </section>
  )
}
