import { useState } from 'react'
import './styles.css'
import { TagsInput } from './tags-input'

export default function App() {
  const [tags, setTags] = useState<readonly string[]>(['react', 'css'])

  return (
    <main>
      <h1>New article</h1>
      <TagsInput label="Tags" value={tags} onChange={setTags} max={5} />
      <p>{tags.length} of 5 tags</p>
    </main>
  )
}
