export { Flashcards as default } from '../../features/flashcards/flashcards.tsx'
