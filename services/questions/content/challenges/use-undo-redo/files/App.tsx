import './styles.css'
import { useHistory } from './use-history'

const colors = ['red', 'orange', 'green', 'blue', 'purple']

export default function App() {
  const { value, set, undo, redo, reset, canUndo, canRedo } = useHistory<readonly string[]>([])

  return (
    <main>
      <h1>Bead necklace</h1>
      {colors.map((color) => (
        <button type="button" key={color} onClick={() => set((beads) => [...beads, color])}>
          Add {color}
        </button>
      ))}
      <p className="beads">
        {value.length === 0 ? 'No beads yet' : value.map((color, at) => <span key={at} style={{ color }}>●</span>)}
      </p>
      <button type="button" disabled={!canUndo} onClick={undo}>
        Undo
      </button>
      <button type="button" disabled={!canRedo} onClick={redo}>
        Redo
      </button>
      <button type="button" onClick={() => reset([])}>
        Start again
      </button>
    </main>
  )
}
