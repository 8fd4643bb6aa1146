import './styles.css'
import { h, render } from './virtual-dom'

const page = document.body.appendChild(document.createElement('main'))

let guests = ['Ada', 'Grace', 'Alan']

function show(next: string[]) {
  guests = next
  render(
    h(
      'section',
      null,
      h('h1', null, 'Guests: ', guests.length),
      h('p', null, 'Write a note, then reverse the list: the note moves with its name.'),
      h('button', { type: 'button', onClick: () => show(guests.toReversed()) }, 'Reverse'),
      h('button', { type: 'button', disabled: guests.length === 0, onClick: () => show(guests.slice(1)) }, 'Remove the first'),
      h('button', { type: 'button', onClick: () => show(['Ada', 'Grace', 'Alan']) }, 'Start again'),
      h(
        'ul',
        null,
        guests.map((name) => h('li', { key: name }, h('label', null, name, ' ', h('input', { placeholder: 'Note' })))),
      ),
    ),
    page,
  )
}

show(guests)
