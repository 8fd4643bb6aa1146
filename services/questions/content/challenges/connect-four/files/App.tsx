import { ConnectFour } from './connect-four'
import './styles.css'

export default function App() {
  return (
    <main>
      <h1>Connect four</h1>
      <ConnectFour />
    </main>
  )
}
