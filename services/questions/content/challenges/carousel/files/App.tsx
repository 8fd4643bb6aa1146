import { Carousel } from './carousel'
import './styles.css'

const slides = [
  {
    id: 'winter',
    content: (
      <>
        <h2>Winter sale</h2>
        <p>Boots and coats at half price until Sunday.</p>
        <a href="#winter">See all offers</a>
      </>
    ),
  },
  {
    id: 'newsletter',
    content: (
      <>
        <h2>Newsletter</h2>
        <p>New arrivals, once a month.</p>
        <label>
          Email <input type="email" />
        </label>
      </>
    ),
  },
  {
    id: 'delivery',
    content: (
      <>
        <h2>Free delivery</h2>
        <p>For orders above $50.</p>
        <a href="#delivery">Delivery times</a>
      </>
    ),
  },
]

export default function App() {
  return (
    <main>
      <h1>Shop</h1>
      <Carousel label="Offers" slides={slides} />
    </main>
  )
}
