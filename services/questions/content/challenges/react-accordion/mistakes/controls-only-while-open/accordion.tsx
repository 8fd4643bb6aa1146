import { type ReactNode, useId, useState } from 'react'

export interface Item {
  id: string
  title: string
  content: ReactNode
}

export function Accordion({ items, multiple = false }: { items: Item[]; multiple?: boolean }) {
  const [open, setOpen] = useState<readonly string[]>([])
  const prefix = useId()

  function toggle(id: string) {
    setOpen((current) => {
      if (current.includes(id)) return current.filter((other) => other !== id)
      return multiple ? [...current, id] : [id]
    })
  }

  return (
    <div>
      {items.map(({ id, title, content }) => {
        const isOpen = open.includes(id)
        return (
          <div key={id}>
            <h3>
              <button
                type="button"
                id={`${prefix}-${id}-title`}
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${prefix}-${id}-panel` : undefined}
                onClick={() => toggle(id)}
              >
                {title}
              </button>
            </h3>
            <div
              role="region"
              id={`${prefix}-${id}-panel`}
              aria-labelledby={`${prefix}-${id}-title`}
              hidden={!isOpen}
            >
              {content}
            </div>
          </div>
        )
      })}
    </div>
  )
}
