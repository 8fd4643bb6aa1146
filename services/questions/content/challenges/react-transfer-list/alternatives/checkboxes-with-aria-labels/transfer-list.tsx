import { useState } from 'react'

export interface TransferListProps {
  left: readonly string[]
  right: readonly string[]
  onChange: (left: readonly string[], right: readonly string[]) => void
}

const titles = ['Available', 'Selected']

export function TransferList({ left, right, onChange }: TransferListProps) {
  const [sides, setSides] = useState([left, right])
  const [checked, setChecked] = useState<readonly string[]>([])

  function toggle(item: string) {
    setChecked(checked.includes(item) ? checked.filter((other) => other !== item) : [...checked, item])
  }

  function move(from: number, moved: readonly string[]) {
    const changed = sides.map((side, index) =>
      index === from ? side.filter((item) => !moved.includes(item)) : [...side, ...moved],
    )
    setSides(changed)
    setChecked(checked.filter((item) => !moved.includes(item)))
    onChange(changed[0], changed[1])
  }

  return (
    <div>
      {sides.map((side, index) => {
        const marked = side.filter((item) => checked.includes(item))
        const target = titles[1 - index]
        return (
          <div key={index}>
            <fieldset>
              <legend>{titles[index]}</legend>
              <p>{`${marked.length} of ${side.length} checked`}</p>
              {side.map((item) => (
                <div key={item}>
                  <input
                    type="checkbox"
                    aria-label={item}
                    checked={checked.includes(item)}
                    onChange={() => toggle(item)}
                  />
                  {item}
                </div>
              ))}
            </fieldset>
            <button type="button" disabled={marked.length === 0} onClick={() => move(index, marked)}>
              {`Move checked to ${target}`}
            </button>
            <button type="button" disabled={side.length === 0} onClick={() => move(index, side)}>
              {`Move all to ${target}`}
            </button>
          </div>
        )
      })}
    </div>
  )
}
