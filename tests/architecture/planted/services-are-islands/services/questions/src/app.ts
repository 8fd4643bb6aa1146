export const buildApp = () => 'questions'
