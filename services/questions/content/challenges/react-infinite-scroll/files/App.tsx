import { Feed } from './feed'
import './styles.css'

/** Four pages of ten messages. The second page fails once. */
let hasFailed = false
async function loadPage(page: number) {
  await new Promise((done) => setTimeout(done, 700))
  if (page === 2 && !hasFailed) {
    hasFailed = true
    throw new Error('The network is down')
  }
  const items = Array.from({ length: 10 }, (_, at) => `Message ${(page - 1) * 10 + at + 1}`)
  return { items, hasMore: page < 4 }
}

function observe(element: Element, onVisible: () => void) {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

export default function App() {
  return (
    <main>
      <h1>Messages</h1>
      <Feed loadPage={loadPage} observe={observe} />
    </main>
  )
}
