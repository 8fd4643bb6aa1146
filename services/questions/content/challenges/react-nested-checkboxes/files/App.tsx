import { useState } from 'react'
import { CheckboxTree } from './checkbox-tree'
import './styles.css'

const items = [
  {
    id: 'fruit',
    label: 'Fruit',
    children: [
      { id: 'apple', label: 'Apple' },
      { id: 'pear', label: 'Pear' },
      { id: 'berries', label: 'Berries', children: [{ id: 'raspberry', label: 'Raspberry' }, { id: 'blueberry', label: 'Blueberry' }] },
    ],
  },
  { id: 'bread', label: 'Bread' },
]

export default function App() {
  const [ids, setIds] = useState<string[]>([])

  return (
    <main>
      <h1>Shopping list</h1>
      <CheckboxTree items={items} onChange={setIds} />
      <p>Checked: {ids.length === 0 ? 'nothing' : ids.join(', ')}</p>
    </main>
  )
}
