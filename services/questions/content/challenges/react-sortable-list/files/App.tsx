import { useState } from 'react'
import { type Item, SortableList } from './sortable-list'
import './styles.css'

export default function App() {
  const [songs, setSongs] = useState<readonly Item[]>([
    { id: 'sun', text: 'Here Comes the Sun' },
    { id: 'jude', text: 'Hey Jude' },
    { id: 'help', text: 'Help!' },
    { id: 'love', text: 'All You Need Is Love' },
  ])

  return (
    <main>
      <h1>Playlist</h1>
      <SortableList label="Songs" items={songs} onReorder={setSongs} />
    </main>
  )
}
