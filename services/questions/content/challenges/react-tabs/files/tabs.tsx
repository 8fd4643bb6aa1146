import type { ReactNode } from 'react'

export interface Tab {
  id: string
  title: string
  content: ReactNode
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <div aria-label={label}>
      {tabs.map((tab) => (
        <button type="button" key={tab.id}>
          {tab.title}
        </button>
      ))}
    </div>
  )
}
