import './styles.css'
import { VirtualList } from './virtual-list'

const cities = ['Berlin', 'Cairo', 'Lima', 'Osaka', 'Quito']
const orders = Array.from({ length: 5_000 }, (_, at) => `Order ${at + 1}, ${cities[at % cities.length]}`)

export default function App() {
  return (
    <main>
      <h1>5,000 orders</h1>
      <VirtualList label="Orders" items={orders} rowHeight={36} height={288} renderRow={(order) => <span>{order}</span>} />
    </main>
  )
}
