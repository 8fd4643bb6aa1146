import { useState } from 'react'

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

type Column = 'name' | 'age' | 'city'
type Direction = 'ascending' | 'descending'

const columns: readonly [Column, string][] = [
  ['name', 'Name'],
  ['age', 'Age'],
  ['city', 'City'],
]

export function DataTable({ caption, rows, pageSize = 5 }: DataTableProps) {
  const [sort, setSort] = useState<{ column: Column; direction: Direction } | null>(null)
  const [wantedPage, setPage] = useState(0)

  const ordered = sort ? rows.toSorted((a, b) => compare(a, b, sort.column, sort.direction)) : rows
  const pageCount = Math.max(Math.ceil(rows.length / pageSize), 1)
  const page = Math.min(wantedPage, pageCount - 1)
  const visible = ordered.slice(page * pageSize, (page + 1) * pageSize)

  function sortBy(column: Column) {
    setPage(0)
    if (sort?.column !== column) setSort({ column, direction: 'ascending' })
    else setSort(sort.direction === 'ascending' ? { column, direction: 'descending' } : null)
  }

  return (
    <div>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(([column, title]) => (
              <th key={column} scope="col" aria-sort={sort?.column === column ? sort.direction : undefined}>
                <button type="button" onClick={() => sortBy(column)}>
                  {title}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.name}</th>
              <td>{row.age}</td>
              <td>{row.city}</td>
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={3}>No rows</td>
            </tr>
          )}
        </tbody>
      </table>
      <p>{`Page ${page + 1} of ${pageCount}`}</p>
      <button type="button" disabled={page === 0} onClick={() => setPage(page - 1)}>
        Previous
      </button>
      <button type="button" disabled={page === pageCount - 1} onClick={() => setPage(page + 1)}>
        Next
      </button>
    </div>
  )
}

function compare(a: Employee, b: Employee, column: Column, direction: Direction): number {
  const order = column === 'age' ? a.age - b.age : a[column].localeCompare(b[column])
  return direction === 'ascending' ? order : -order
}
