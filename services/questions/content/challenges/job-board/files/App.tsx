import { JobBoard } from './job-board'
import './styles.css'

const titles = ['Frontend engineer', 'React developer', 'Design systems engineer', 'TypeScript developer']
const companies = ['Northwind', 'Contoso', 'Fabrikam', 'Tailspin', 'Litware']

async function loadIds() {
  await new Promise((done) => setTimeout(done, 500))
  return Array.from({ length: 16 }, (_, index) => 4210 - index * 7)
}

/** Takes a different time for each job. One job fails the first time. */
let hasFailed = false
async function loadJob(id: number) {
  await new Promise((done) => setTimeout(done, 200 + (id % 5) * 200))
  if (id === 4161 && !hasFailed) {
    hasFailed = true
    throw new Error('The network is down')
  }
  const url = id % 4 === 0 ? undefined : `#job-${id}`
  return { id, title: titles[id % titles.length], company: companies[id % companies.length], url }
}

export default function App() {
  return (
    <main>
      <h1>Jobs</h1>
      <JobBoard loadIds={loadIds} loadJob={loadJob} />
    </main>
  )
}
