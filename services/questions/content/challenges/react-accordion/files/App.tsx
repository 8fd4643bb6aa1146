import { Accordion } from './accordion'
import './styles.css'

const items = [
  {
    id: 'shipping',
    title: 'How long does shipping take?',
    content: (
      <p>
        Two to four days. <label>Your zip code: <input size={8} /></label>
      </p>
    ),
  },
  { id: 'returns', title: 'Can I return an item?', content: <p>Yes, within 30 days, free of charge.</p> },
  { id: 'payment', title: 'How can I pay?', content: <p>By card, by invoice, or with a gift card.</p> },
]

export default function App() {
  return (
    <main>
      <h1>Frequent questions</h1>
      <h2>One panel at a time</h2>
      <Accordion items={items} />
      <h2>Several panels</h2>
      <Accordion items={items} multiple />
    </main>
  )
}
