import { type ReactNode, useId, useState } from 'react'

export interface Item {
  id: string
  title: string
  content: ReactNode
}

export function Accordion({ items, multiple = false }: { items: Item[]; multiple?: boolean }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())

  const toggle = (id: string) => {
    const next = new Set(multiple ? open : [...open].filter((other) => other === id))
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }

  return items.map((item) => (
    <Section key={item.id} item={item} isOpen={open.has(item.id)} onToggle={() => toggle(item.id)} />
  ))
}

function Section({ item, isOpen, onToggle }: { item: Item; isOpen: boolean; onToggle: () => void }) {
  const title = useId()
  const panel = useId()
  return (
    <>
      <h3>
        <button id={title} type="button" aria-expanded={isOpen} aria-controls={panel} onClick={onToggle}>
          {item.title}
        </button>
      </h3>
      <section id={panel} aria-labelledby={title} style={{ display: isOpen ? 'block' : 'none' }}>
        {item.content}
      </section>
    </>
  )
}
