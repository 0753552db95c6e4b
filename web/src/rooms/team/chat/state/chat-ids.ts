/** Id of a user in the chat; in the product it is the same in capitals. */
export const chatIdOf = (userId: string) => userId.toLowerCase()
export const userIdOf = (chatId: string) => chatId.toUpperCase()
