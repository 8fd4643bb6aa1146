import { useState } from 'react'
import { Autocomplete } from './autocomplete'
import './styles.css'

const countries = [
  ...['Argentina', 'Australia', 'Austria', 'Brazil', 'Canada', 'Denmark', 'Egypt', 'Finland', 'France', 'Germany'],
  ...['Ghana', 'India', 'Iran', 'Italy', 'Japan', 'Kenya', 'Mexico', 'Morocco', 'Netherlands', 'New Zealand'],
  ...['Norway', 'Poland', 'Portugal', 'Spain', 'Sweden', 'Switzerland', 'United Kingdom', 'United States'],
]

export default function App() {
  const [country, setCountry] = useState('')

  return (
    <main>
      <h1>Where do you live?</h1>
      <Autocomplete label="Country" options={countries} onSelect={setCountry} />
      <p>{country === '' ? 'No country selected yet: type “an”, for example.' : `You selected ${country}.`}</p>
    </main>
  )
}
