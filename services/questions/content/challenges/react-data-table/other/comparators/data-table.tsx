import { useMemo, useState } from 'react'

export interface Employee {
  id: number
  name: string
  age: number
  city: string
}

export interface DataTableProps {
  caption: string
  rows: readonly Employee[]
  pageSize?: number | undefined
}

const columns = {
  Name: (a: Employee, b: Employee) => a.name.localeCompare(b.name),
  Age: (a: Employee, b: Employee) => a.age - b.age,
  City: (a: Employee, b: Employee) => a.city.localeCompare(b.city),
}
type Title = keyof typeof columns
const titles = Object.keys(columns) as Title[]

export function DataTable({ caption, rows, pageSize = 5 }: DataTableProps) {
  const [{ title, clicks, page }, setView] = useState<{ title: Title; clicks: number; page: number }>({
    title: 'Name',
    clicks: 0,
    page: 1,
  })
  const sortedRows = useMemo(() => {
    const copy = [...rows]
    if (clicks === 1) copy.sort(columns[title])
    if (clicks === 2) copy.sort((a, b) => columns[title](b, a))
    return copy
  }, [rows, title, clicks])
  const last = Math.ceil(rows.length / pageSize) || 1
  const shown = page > last ? last : page
  const go = (page: number) => setView({ title, clicks, page })

  return (
    <>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {titles.map((name) => (
              <th key={name} aria-sort={name === title ? ([undefined, 'ascending', 'descending'] as const)[clicks] : undefined}>
                <button
                  type="button"
                  onClick={() => setView({ title: name, clicks: name === title ? (clicks + 1) % 3 : 1, page: 1 })}
                >
                  {name}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={titles.length}>No rows</td>
            </tr>
          ) : (
            sortedRows.slice((shown - 1) * pageSize, shown * pageSize).map(({ id, name, age, city }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{age}</td>
                <td>{city}</td>
              </tr>
            ))
          )}
        </tbody>
      </table>
      <button type="button" onClick={() => go(shown - 1)} disabled={shown <= 1}>
        Previous
      </button>
      <span>{`Page ${shown} of ${last}`}</span>
      <button type="button" onClick={() => go(shown + 1)} disabled={shown >= last}>
        Next
      </button>
    </>
  )
}
