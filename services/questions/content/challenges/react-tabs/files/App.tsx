import './styles.css'
import { Tabs } from './tabs'

const tabs = [
  { id: 'profile', title: 'Profile', content: <p>Ada Lovelace, London. Member since 2024.</p> },
  { id: 'billing', title: 'Billing', content: <p>Visa ending in 4242. The next invoice is due on March 1.</p> },
  { id: 'team', title: 'Team', content: <p>Grace, Katherine, and Alan have access to your projects.</p> },
]

export default function App() {
  return (
    <main>
      <h1>Account settings</h1>
      <Tabs label="Settings" tabs={tabs} />
    </main>
  )
}
