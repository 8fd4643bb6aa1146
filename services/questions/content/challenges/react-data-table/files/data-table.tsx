export interface Employee {
  id: number
  name: string
  age: number
  city: string
}

export interface DataTableProps {
  caption: string
  rows: readonly Employee[]
  pageSize?: number
}

export function DataTable({ caption, rows, pageSize = 5 }: DataTableProps) {
  return (
    <table>
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>{row.age}</td>
            <td>{row.city}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
