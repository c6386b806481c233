import { listChanges } from './admin/audit.js'
import { changeModel, createModel, deleteModel, getConfiguredModel, listConfiguredModels } from './admin/models.js'
import { listPrices } from './admin/prices.js'
import { changeProvider, createProvider, deleteProvider, getProvider, listProviders, testProvider } from './admin/providers.js'
import { exportRequests, getRequest, listRequests } from './admin/requests.js'
import { getStatus } from './admin/status.js'
import { changeTeam, createTeam, deleteTeam, getTeam, listTeams, topUpTeam } from './admin/teams.js'
import { changeToken, createToken, getOwnToken, getToken, listTokens, revokeToken, rotateToken, topUpToken } from './admin/tokens.js'
import { changeUser, createUser, deleteUser, getUser, listUsers, topUpUser } from './admin/users.js'
import { exportUsage, getUsage } from './admin/usage.js'
import { convert } from './console/convert.js'
import { listConsoleModels } from './console/models.js'
import { createPlaygroundToken } from './console/playground-token.js'
import { endSession, getConsoleSession, listSessions, signOut, signOutEverywhere } from './console/session.js'
import { inviteUser, readInvite, setUpAccount } from './console/set-up.js'
import { getTrace } from './console/traces.js'
import { changePassword, signIn } from './console/sign-in.js'
import {
  createConversation,
  createConversationItems,
  deleteConversation,
  deleteConversationItem,
  getConversation,
  getConversationItem,
  listConversationItems,
  updateConversation,
} from './conversations/conversations.js'
import { createRealtimeClientSecret } from './client-secret.js'
import { connectRealtime } from './connect-realtime.js'
import { countResponseInputTokens } from './count-tokens.js'
import {
  deleteChatCompletion,
  getChatCompletion,
  listChatCompletionMessages,
  listChatCompletions,
  updateChatCompletion,
} from './completions/stored-completions.js'
import { modelOperations } from './model-operations.js'
import { getModel, getModelV1beta, listModels, listModelsV1beta } from './models.js'
import type { OperationHandlers } from './operation.js'
import { compactResponse } from './responses/compact-response.js'
import { cancelResponse, deleteResponse, getResponse, listResponseInputItems } from './responses/stored-response.js'

/** The handler of each operationId. */
export const operationHandlers: OperationHandlers = {
  ...modelOperations,
  listChatCompletions,
  getChatCompletion,
  updateChatCompletion,
  deleteChatCompletion,
  listChatCompletionMessages,
  compactResponse,
  countResponseInputTokens,
  getResponse,
  deleteResponse,
  cancelResponse,
  listResponseInputItems,
  createConversation,
  getConversation,
  updateConversation,
  deleteConversation,
  listConversationItems,
  createConversationItems,
  getConversationItem,
  deleteConversationItem,
  connectRealtime,
  createRealtimeClientSecret,
  listModels,
  listModelsV1beta,
  getModel,
  getModelV1beta,
  listRequests,
  getRequest,
  exportRequests,
  getUsage,
  exportUsage,
  listTokens,
  createToken,
  getToken,
  changeToken,
  rotateToken,
  topUpToken,
  listUsers,
  createUser,
  getUser,
  changeUser,
  topUpUser,
  deleteUser,
  listTeams,
  createTeam,
  getTeam,
  changeTeam,
  topUpTeam,
  deleteTeam,
  revokeToken,
  listProviders,
  createProvider,
  getProvider,
  changeProvider,
  deleteProvider,
  testProvider,
  listConfiguredModels,
  createModel,
  getConfiguredModel,
  changeModel,
  deleteModel,
  listPrices,
  listChanges,
  getStatus,
  getOwnToken,
  inviteUser,
  getConsoleSession,
  readInvite,
  setUpAccount,
  signIn,
  signOut,
  signOutEverywhere,
  listSessions,
  endSession,
  changePassword,
  createPlaygroundToken,
  listConsoleModels,
  getTrace,
  convert,
}
