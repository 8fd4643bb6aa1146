import { useState } from 'react'
import './styles.css'
import { TransferList } from './transfer-list'

const available = ['Name', 'Email', 'Phone', 'Company']
const selected = ['City']

export default function App() {
  const [columns, setColumns] = useState<readonly string[]>(selected)

  return (
    <main>
      <h1>Columns of the export</h1>
      <TransferList left={available} right={selected} onChange={(_left, right) => setColumns(right)} />
      <p>Exported: {columns.length === 0 ? 'nothing' : columns.join(', ')}</p>
    </main>
  )
}
