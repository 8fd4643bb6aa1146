import { useState } from 'react'
import { FileTree } from './file-tree'
import './styles.css'

const nodes = [
  { name: 'package.json' },
  { name: 'README.md' },
  { name: 'src', children: [{ name: 'main.ts' }, { name: 'pages', children: [{ name: 'home.tsx' }, { name: 'about.tsx' }] }] },
  { name: 'tests', children: [{ name: 'home.test.tsx' }] },
]

export default function App() {
  const [path, setPath] = useState('')

  return (
    <main>
      <h1>Project</h1>
      <FileTree label="Files" nodes={nodes} onOpen={setPath} />
      <p>{path === '' ? 'No file is open' : `Open: ${path}`}</p>
    </main>
  )
}
