// Operations of real APIs, each beside a few of the same API so that the style can be seen, and the names a careful designer gives them.
import { expect, it } from "vitest";
import { nameTools } from "../../src/tools/names.js";
import { sketch } from "./operations.js";

type Row = readonly [
  call: string,
  operationId: string | undefined,
  name: string,
  summary?: string,
];

const apis: { readonly [api: string]: readonly Row[] } = {
  stripe: [
    ["GET /v1/customers", "GetCustomers", "list_customers"],
    ["POST /v1/customers", "PostCustomers", "create_customer"],
    ["GET /v1/customers/{customer}", "GetCustomersCustomer", "get_customer"],
    [
      "POST /v1/customers/{customer}",
      "PostCustomersCustomer",
      "update_customer",
    ],
    [
      "DELETE /v1/customers/{customer}",
      "DeleteCustomersCustomer",
      "delete_customer",
    ],
    [
      "GET /v1/customers/{customer}/sources",
      "GetCustomersCustomerSources",
      "list_customer_sources",
    ],
    [
      "GET /v1/payment_intents/{intent}",
      "GetPaymentIntentsIntent",
      "get_payment_intent",
    ],
    [
      "POST /v1/payment_intents/{intent}/cancel",
      "PostPaymentIntentsIntentCancel",
      "cancel_payment_intent",
    ],
    [
      "POST /v1/invoices/{invoice}/void",
      "PostInvoicesInvoiceVoid",
      "void_invoice",
    ],
    ["GET /v1/charges/search", "GetChargesSearch", "search_charges"],
    [
      "DELETE /v1/subscriptions/{subscription_exposed_id}",
      "DeleteSubscriptionsSubscriptionExposedId",
      "cancel_subscription",
      "Cancel a subscription",
    ],
    [
      "POST /v1/test_helpers/treasury/inbound_transfers/{id}/succeed",
      "PostTestHelpersTreasuryInboundTransfersIdSucceed",
      "succeed_treasury_inbound_transfer",
    ],
    [
      "POST /v1/terminal/readers/{reader}/process_setup_intent",
      "PostTerminalReadersReaderProcessSetupIntent",
      "process_reader_setup_intent",
    ],
  ],
  github: [
    [
      "GET /repos/{owner}/{repo}/contents/{path}",
      "repos/get-content",
      "get_repo_content",
    ],
    ["GET /issues", "issues/list", "list_issues"],
    [
      "GET /repos/{owner}/{repo}/issues",
      "issues/list-for-repo",
      "list_issues_for_repo",
    ],
    [
      "GET /user/issues",
      "issues/list-for-authenticated-user",
      "list_my_issues",
    ],
    [
      "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge",
      "pulls/merge",
      "merge_pull",
    ],
    [
      "POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel",
      "actions/cancel-workflow-run",
      "cancel_actions_workflow_run",
    ],
    [
      "PUT /user/starred/{owner}/{repo}",
      "activity/star-repo-for-authenticated-user",
      "star_my_repo",
    ],
    [
      "DELETE /orgs/{org}/actions/secrets/{secret_name}",
      "actions/delete-org-secret",
      "delete_actions_org_secret",
    ],
    ["GET /search/code", "search/code", "search_code"],
    [
      "PUT /notifications",
      "activity/mark-notifications-as-read",
      "mark_notifications_as_read",
    ],
    [
      "GET /orgs/{org}/actions/secrets/public-key",
      "actions/get-org-public-key",
      "get_actions_org_public_key",
    ],
    [
      "GET /orgs/{org}/codespaces/secrets/public-key",
      "codespaces/get-org-public-key",
      "get_codespaces_org_public_key",
    ],
    [
      "GET /users/{username}/followers",
      "users/list-followers-for-user",
      "list_followers_for_user",
    ],
  ],
  "google drive": [
    ["GET /files", "drive.files.list", "list_files"],
    ["GET /files/{fileId}", "drive.files.get", "get_file"],
    ["POST /files/{fileId}/copy", "drive.files.copy", "copy_file"],
    ["DELETE /files/trash", "drive.files.emptyTrash", "empty_files_trash"],
    ["GET /files/generateIds", "drive.files.generateIds", "generate_files_ids"],
    [
      "PATCH /files/{fileId}/permissions/{permissionId}",
      "drive.permissions.update",
      "update_permission",
    ],
  ],
  "azure compute": [
    [
      "PUT /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Compute/availabilitySets/{availabilitySetName}",
      "AvailabilitySets_CreateOrUpdate",
      "create_or_update_availability_set",
    ],
    [
      "POST /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Compute/virtualMachines/{vmName}/deallocate",
      "VirtualMachines_Deallocate",
      "deallocate_virtual_machine",
    ],
    [
      "POST /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Compute/virtualMachines/{vmName}/powerOff",
      "VirtualMachines_PowerOff",
      "power_off_virtual_machine",
    ],
    [
      "GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Compute/virtualMachines",
      "VirtualMachines_List",
      "list_virtual_machines",
    ],
    [
      "GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Compute/virtualMachines/{vmName}",
      "VirtualMachines_Get",
      "get_virtual_machine",
    ],
  ],
  "doqs (FastAPI)": [
    [
      "GET /designer/templates",
      "list_templates_designer_templates_get",
      "list_templates",
    ],
    [
      "GET /designer/templates/{id}",
      "list_templates_designer_templates__id__get",
      "get_designer_template",
    ],
    [
      "PUT /designer/templates/{id}",
      "update_template_designer_templates__id__put",
      "update_template",
    ],
    [
      "POST /designer/templates/preview",
      "preview_designer_templates_preview_post",
      "preview_designer_templates",
    ],
  ],
  "etherpad (Spring)": [
    ["GET /appendText", "appendTextUsingGET", "append_text_via_get"],
    ["POST /appendText", "appendTextUsingPOST", "append_text_via_post"],
  ],
  "gamesparks (Spring)": [
    [
      "GET /restv2/game/regions",
      "getRegionOptionsUsingGET",
      "get_region_options",
    ],
    [
      "POST /restv2/game/{apiKey}/manage/snippets",
      "createSnippetUsingPOST",
      "create_snippet",
    ],
    [
      "GET /rest/v1.1/classifier/svm/status",
      "getClassiferStatusUsingGET",
      "get_classifer_status",
    ],
  ],
  "letmc (controllers)": [
    [
      "GET /v3/diary/{shortName}/allocations",
      "DiaryController_GetAllocations",
      "list_allocations",
    ],
    [
      "DELETE /v3/diary/{shortName}/appointment",
      "DiaryController_DeleteAppointment",
      "delete_appointment",
    ],
    [
      "GET /v3/diary/{shortName}/appointment",
      "DiaryController_GetAppointment",
      "get_appointment",
    ],
    [
      "GET /v3/diary/{shortName}/branches",
      "DiaryController_GetBranches",
      "list_branches",
    ],
    [
      "POST /v3/diary/{shortName}/feedback",
      "DiaryController_PostFeedback",
      "create_feedback",
    ],
  ],
  spotify: [
    [
      "GET /me/albums/contains",
      "check-users-saved-albums",
      "check_users_saved_albums",
    ],
    [
      "PUT /me/player/shuffle",
      "toggle-shuffle-for-users-playback",
      "toggle_shuffle_for_users_playback",
    ],
    ["GET /albums", "get-multiple-albums", "get_multiple_albums"],
    ["GET /albums/{id}", "get-an-album", "get_album"],
    [
      "POST /playlists/{playlist_id}/tracks",
      "add-tracks-to-playlist",
      "add_tracks_to_playlist",
    ],
  ],
  slack: [
    ["POST /chat.postMessage", "chat_postMessage", "send_chat_message"],
    ["GET /conversations.list", "conversations_list", "list_conversations"],
    ["POST /files.delete", "files_delete", "delete_files"],
    [
      "GET /users.lookupByEmail",
      "users_lookupByEmail",
      "lookup_users_by_email",
    ],
    [
      "POST /conversations.archive",
      "conversations_archive",
      "archive_conversations",
    ],
  ],
  plaid: [
    [
      "POST /accounts/balance/get",
      "accountsBalanceGet",
      "get_accounts_balance",
    ],
    ["POST /item/remove", "itemRemove", "remove_item"],
    ["POST /transactions/sync", "transactionsSync", "sync_transactions"],
    ["POST /link/token/create", "linkTokenCreate", "create_link_token"],
  ],
  twilio: [
    [
      "POST /2010-04-01/Accounts/{AccountSid}/Messages.json",
      "CreateMessage",
      "create_message",
    ],
    [
      "GET /2010-04-01/Accounts/{AccountSid}/Calls/{Sid}.json",
      "FetchCall",
      "get_call",
    ],
    [
      "GET /2010-04-01/Accounts/{AccountSid}/Calls.json",
      "ListCall",
      "list_calls",
    ],
  ],
  "circleci (no identifiers)": [
    [
      "POST /project/{username}/{project}/{build_num}/cancel",
      undefined,
      "cancel_project_build",
      "Cancels the build, returns a summary of the build.",
    ],
    [
      "GET /project/{username}/{project}",
      undefined,
      "get_project",
      "Build summary for each of the last 30 builds for a single git repo.",
    ],
    ["GET /me", undefined, "get_me"],
  ],
  "bitbucket (no identifiers)": [
    [
      "POST /repositories/{workspace}/{repo_slug}/pullrequests/{pull_request_id}/approve",
      undefined,
      "approve_repository_pullrequest",
    ],
    [
      "GET /repositories/{workspace}/{repo_slug}/commits",
      undefined,
      "list_repository_commits",
    ],
    ["GET /repositories/{workspace}/{repo_slug}", undefined, "get_repository"],
    ["GET /user", undefined, "get_user"],
  ],
  sendgrid: [
    [
      "POST /whitelabel/links/{link_id}/subuser",
      "POST_whitelabel-links-link_id-subuser",
      "associate_link_subuser",
      "Associate a branded link with a subuser.",
    ],
    [
      "GET /marketing/lists/{id}/contacts/count",
      "GET_mc-lists-id-contacts-count",
      "count_list_contacts",
      "Get List Contact Count",
    ],
    ["GET /mail/batch/{batch_id}", "GET_mail-batch-batch_id", "get_mail_batch"],
  ],
  box: [
    [
      "GET /folders/{folder_id}/items",
      "get_folders_id_items",
      "list_folder_items",
    ],
    [
      "POST /sign_requests/{sign_request_id}/cancel",
      "post_sign_requests_id_cancel",
      "cancel_sign_request",
    ],
    [
      "DELETE /folders/{folder_id}/trash",
      "delete_folders_id_trash",
      "delete_folder_trash",
    ],
  ],
  docker: [
    ["GET /containers/json", "ContainerList", "list_containers"],
    ["POST /containers/{id}/kill", "ContainerKill", "kill_container"],
    ["POST /containers/prune", "ContainerPrune", "prune_containers"],
    ["GET /containers/{id}/json", "ContainerInspect", "inspect_container"],
  ],
  kubernetes: [
    [
      "GET /api/v1/namespaces/{namespace}/pods/{name}",
      "readCoreV1NamespacedPod",
      "get_core_namespaced_pod",
    ],
    [
      "PUT /apis/apps/v1/namespaces/{namespace}/deployments/{name}",
      "replaceAppsV1NamespacedDeployment",
      "replace_apps_namespaced_deployment",
    ],
    [
      "GET /api/v1/pods",
      "listCoreV1PodForAllNamespaces",
      "list_core_pods_for_all_namespaces",
    ],
    [
      "PATCH /api/v1/namespaces/{namespace}/pods/{name}",
      "patchCoreV1NamespacedPod",
      "patch_core_namespaced_pod",
    ],
  ],
  "aws ec2": [
    ["POST /#Action=RunInstances", "POST_RunInstances", "run_instances"],
    [
      "POST /#Action=DescribeInstances",
      "POST_DescribeInstances",
      "describe_instances",
    ],
    [
      "POST /#Action=TerminateInstances",
      "POST_TerminateInstances",
      "terminate_instances",
    ],
  ],
  "aws dynamodb": [
    ["POST /#X-Amz-Target=DynamoDB_20120810.PutItem", "PutItem", "put_item"],
    [
      "POST /#X-Amz-Target=DynamoDB_20120810.BatchGetItem",
      "BatchGetItem",
      "batch_get_item",
    ],
  ],
  adyen: [
    [
      "POST /payments/{paymentPspReference}/captures",
      "post-payments-paymentPspReference-captures",
      "capture_payment",
      "Capture an authorised payment",
    ],
    [
      "POST /payments",
      "post-payments",
      "create_payment",
      "Start a transaction",
    ],
    [
      "POST /payments/details",
      "post-payments-details",
      "create_payments_details",
      "Submit details for a payment",
    ],
  ],
  jira: [
    [
      "POST /rest/api/3/issue/{issueIdOrKey}/transitions",
      "doTransition",
      "transition_issue",
      "Transition issue",
    ],
    [
      "GET /rest/api/3/search",
      "searchForIssuesUsingJql",
      "search_issues_using_jql",
    ],
    ["GET /rest/api/3/issue/{issueIdOrKey}", "getIssue", "get_issue"],
    [
      "GET /rest/api/3/issue/{issueIdOrKey}/transitions",
      "getTransitions",
      "list_transitions",
    ],
  ],
  digitalocean: [
    [
      "POST /v2/apps/{app_id}/rollback/revert",
      "apps_revert_rollback",
      "revert_app_rollback",
    ],
    ["GET /v2/droplets", "droplets_list", "list_droplets"],
    ["POST /v2/droplets", "droplets_create", "create_droplet"],
    ["DELETE /v2/droplets/{droplet_id}", "droplets_destroy", "delete_droplet"],
  ],
  netbox: [
    ["GET /dcim/devices/", "dcim_devices_list", "list_dcim_devices"],
    [
      "PATCH /circuits/circuits/{id}/",
      "circuits_circuits_partial_update",
      "update_circuits_circuit",
    ],
    [
      "PUT /circuits/circuits/{id}/",
      "circuits_circuits_update",
      "replace_circuits_circuit",
    ],
    [
      "PUT /circuits/circuits/",
      "circuits_circuits_bulk_update",
      "bulk_replace_circuits",
    ],
    [
      "PATCH /circuits/circuits/",
      "circuits_circuits_bulk_partial_update",
      "bulk_update_circuits",
    ],
    [
      "GET /circuits/circuits/{id}/",
      "circuits_circuits_read",
      "get_circuits_circuit",
    ],
  ],
  xero: [
    ["POST /Payments/{PaymentID}", "deletePayment", "delete_payment"],
    [
      "POST /Invoices/{InvoiceID}/Email",
      "emailInvoice",
      "send_invoice_email",
      "Sends a copy of a specific invoice to related contact via email",
    ],
    ["GET /Invoices/{InvoiceID}", "getInvoice", "get_invoice"],
  ],
  "microsoft graph": [
    ["GET /me/messages", "me.ListMessages", "list_my_messages"],
    [
      "GET /users/{user-id}/messages/{message-id}",
      "users.GetMessages",
      "get_user_message",
    ],
    ["POST /me/sendMail", "me.sendMail", "send_my_mail"],
  ],
  notion: [
    ["POST /v1/databases/{id}/query", "queryADatabase", "query_database"],
    [
      "PATCH /v1/blocks/{id}/children",
      "appendBlockChildren",
      "append_block_children",
    ],
  ],
  "hetzner (no identifiers)": [
    [
      "POST /servers/{id}/actions/reset",
      undefined,
      "reset_server",
      "Reset a Server",
    ],
    ["GET /servers", undefined, "list_servers", "Get all Servers"],
    ["POST /servers", undefined, "create_server", "Create a Server"],
    [
      "GET /servers/{id}/actions",
      undefined,
      "list_server_actions",
      "Get all Actions for a Server",
    ],
  ],
  gmail: [
    [
      "POST /gmail/v1/users/{userId}/messages/send",
      "gmail.users.messages.send",
      "send_user_messages",
    ],
    [
      "POST /gmail/v1/users/{userId}/messages/batchDelete",
      "gmail.users.messages.batchDelete",
      "batch_delete_user_messages",
    ],
    [
      "POST /gmail/v1/users/{userId}/messages/{id}/trash",
      "gmail.users.messages.trash",
      "trash_user_message",
    ],
  ],
  "dotted calls, each with a sentence": [
    ["POST /files.delete", "files_delete", "delete_file", "Deletes a file."],
    [
      "POST /usergroups.create",
      "usergroups_create",
      "create_usergroup",
      "Create a User Group",
    ],
    [
      "POST /conversations.invite",
      "conversations_invite",
      "invite_conversations",
      "Invites users to a channel.",
    ],
    [
      "POST /admin.apps.restrict",
      "admin_apps_restrict",
      "restrict_admin_app",
      "Restrict an app for installation on a workspace.",
    ],
    [
      "GET /admin.inviteRequests.denied.list",
      "admin_inviteRequests_denied_list",
      "list_admin_denied_invite_requests",
      "List all denied workspace invite requests.",
    ],
    ["GET /reactions.get", "reactions_get", "get_reactions"],
    ["GET /reactions.list", "reactions_list", "list_reactions"],
    [
      "GET /files.remote.list",
      "files_remote_list",
      "list_remote_files",
      "Retrieve information about a remote file",
    ],
  ],
  "identifiers whose words are glued together": [
    [
      "GET /vehicles/{vehicleId}/charge-state",
      "getVehiclesVehicleidChargestate",
      "get_vehicle_charge_state",
    ],
    [
      "PUT /charging-locations/{chargingLocationId}",
      "putCharginglocationsCharginglocationid",
      "update_charging_location",
    ],
    [
      "GET /charging-locations",
      "getCharginglocations",
      "list_charging_locations",
    ],
  ],
  "ids that begin with id": [
    ["PUT /boards/{idBoard}", "updateBoardsByIdBoard", "update_board"],
    ["PUT /cards/{idCard}", "updateCardsByIdCard", "update_card"],
    [
      "PUT /cards/{idCard}/idList",
      "updateCardsIdListByIdCard",
      "set_card_list_id",
    ],
    [
      "DELETE /cards/{idCard}/idLabels/{idLabel}",
      "deleteCardsIdLabelsByIdCardByIdLabel",
      "delete_card_label_id",
    ],
  ],
  "all but one path under the same thing": [
    ["GET /v1/disputes", "disputes.list", "list_disputes"],
    ["GET /v1/disputes/{id}", "disputes.get", "get_dispute"],
    [
      "POST /v1/disputes/{id}/escalate",
      "disputes.escalate",
      "escalate_dispute",
    ],
    ["POST /v1/disputes/{id}/settle", undefined, "settle_dispute"],
    ["POST /v1/disputes/{id}/appeal", "disputes.appeal", "appeal_dispute"],
    ["POST /v1/disputes/{id}/close", "disputes.close", "close_dispute"],
    ["GET /v1/disputes/{id}/notes", "disputes.notes.list", "list_notes"],
  ],
  "an act beside what comes of it": [
    ["GET /charges/{charge}", undefined, "get_charge"],
    ["POST /charges/{charge}/refund", undefined, "refund_charge"],
    ["GET /charges/{charge}/refunds", undefined, "list_charge_refunds"],
    ["POST /charges/{charge}/refunds", undefined, "create_charge_refund"],
    ["GET /refunds/{refund}", undefined, "get_refund"],
  ],
  "what the summary is about": [
    ["POST /grants", undefined, "request_grant", "Request a grant payout"],
    [
      "POST /bulk/orders",
      undefined,
      "request_bulk_orders",
      "Request bulk orders",
    ],
    [
      "POST /users/{id}/messages",
      undefined,
      "create_user_message",
      "Initiate a conversation with a user by an introductory message",
    ],
    ["GET /users/nearby", undefined, "list_nearby_users"],
    ["DELETE /users/current/tags/{tagId}", undefined, "delete_my_tag"],
    ["GET /bytes/{n}", undefined, "get_bytes"],
    [
      "GET /genre/movie/list",
      undefined,
      "list_movie_genres",
      "Get the list of official genres for movies",
    ],
  ],
  "a framework for Java": [
    ["GET /api/v1/drivers", "findAll_1", "list_drivers"],
    ["GET /api/v1/drivers/{id}", "findOne", "get_driver"],
    ["GET /api/v1/vehicles/{id}", "findByIdUsingGET_2", "get_vehicle"],
    ["POST /api/v1/vehicles", "saveUsingPOST_1", "save_vehicle"],
  ],
  "classes and their methods": [
    ["GET /api/Patients", "Patients_GetAll", "list_patients"],
    [
      "POST /api/Patients/{id}/Discharge",
      "Patients_Discharge",
      "discharge_patient",
    ],
    [
      "POST /api/Appointments/Reschedule",
      "Appointments_RescheduleAppointmentAsync",
      "reschedule_appointment",
    ],
  ],
  "resources that only their parameter names": [
    [
      "DELETE /v1/{name}",
      "lanterns.projects.locations.lanterns.delete",
      "delete_lantern",
      "Deletes a single Lantern.",
    ],
    [
      "POST /v1/{name}:light",
      "lanterns.projects.locations.lanterns.light",
      "light_lantern",
      "Lights a Lantern.",
    ],
    [
      "GET /v1/{parent}/lanterns",
      "lanterns.projects.locations.lanterns.list",
      "list_lanterns",
      "Lists Lanterns in a given project.",
    ],
  ],
  "one or all of them": [
    ["GET /rules/{index}", undefined, "get_rule", "Get a rule by index"],
    [
      "GET /credit_cards",
      "List all CreditCards for the current User",
      "list_my_credit_cards",
    ],
    ["POST /drives", "drivesAdd", "add_drive", "Create Drive"],
    ["POST /members", "membersAdd", "add_members", "Add several members"],
  ],
  "calls without identifiers": [
    [
      "POST /account.info",
      undefined,
      "get_account_info",
      "Get information about an account",
    ],
    [
      "POST /reports.generate",
      undefined,
      "generate_report",
      "Generates a report",
    ],
    ["POST /accounts.search", undefined, "search_accounts", "Search accounts"],
    ["POST /ships/{imo}/dock", undefined, "dock_ship"],
    ["POST /ships/{imo}/undock", undefined, "undock_ship"],
    ["GET /users/daily", undefined, "list_daily_users"],
  ],
  openai: [
    [
      "POST /chat/completions",
      "createChatCompletion",
      "create_chat_completion",
    ],
    ["GET /files", "listFiles", "list_files"],
    ["GET /files/{file_id}", "retrieveFile", "get_file"],
    ["GET /files/{file_id}/content", "downloadFile", "download_file"],
    [
      "POST /fine_tuning/jobs/{fine_tuning_job_id}/cancel",
      "cancelFineTuningJob",
      "cancel_fine_tuning_job",
    ],
  ],
};

for (const [api, rows] of Object.entries(apis)) {
  const operations = rows.map(([call, operationId, , summary]) =>
    sketch(call, {
      ...(operationId !== undefined && { operationId }),
      ...(summary !== undefined && { summary }),
    }),
  );
  const { names } = nameTools(operations, {
    locked: new Map(),
    retired: new Map(),
    overrides: new Map(),
  });
  for (const [call, operationId, want] of rows)
    it(`${api}: ${call} (${operationId ?? "-"}) is ${want}`, () => {
      expect(names.get(sketch(call).key)?.name).toBe(want);
    });
}
