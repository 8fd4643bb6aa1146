import type { ReactNode } from 'react'

export interface Item {
  id: string
  title: string
  content: ReactNode
}

export function Accordion({ items, multiple = false }: { items: Item[]; multiple?: boolean }) {
  return (
    <div>
      {items.map((item) => (
        <div key={item.id}>
          <div>{item.title}</div>
          <div>{item.content}</div>
        </div>
      ))}
    </div>
  )
}
