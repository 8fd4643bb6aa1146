import { type KeyboardEvent, type ReactNode, useState } from 'react'

export interface Tab {
  id: string
  title: string
  content: ReactNode
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [index, setIndex] = useState(0)
  const prefix = tabs[0]?.id

  function moveByKey(event: KeyboardEvent<HTMLElement>) {
    const targets: Record<string, number> = {
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      ArrowRight: (index + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    setIndex(target)
    const button = event.currentTarget.children[target] as HTMLElement
    button.focus()
  }

  return (
    <div>
      <div role="tablist" aria-label={label} onKeyDown={moveByKey}>
        {tabs.map((tab, at) => (
          <button
            type="button"
            role="tab"
            key={tab.id}
            id={`${prefix}-tab-${at}`}
            aria-selected={at === index}
            aria-controls={at === index ? `${prefix}-panel` : undefined}
            tabIndex={at === index ? 0 : -1}
            onClick={() => setIndex(at)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-tab-${index}`} tabIndex={0}>
        {tabs[index]?.content}
      </div>
    </div>
  )
}
