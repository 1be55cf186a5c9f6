// One rule after another: operations of made-up APIs, and the names that a careful designer gives them.
import { describe, expect, it } from "vitest";
import { nameTools } from "../../src/tools/names.js";
import { sketch, type Sketch } from "./operations.js";

type Row = readonly [call: string, more: Sketch | string, name: string];

function check(rows: readonly Row[]): void {
  const operations = rows.map(([call, more]) =>
    sketch(call, typeof more === "string" ? { operationId: more } : more),
  );
  const { names } = nameTools(operations, {
    locked: new Map(),
    retired: new Map(),
    overrides: new Map(),
  });
  expect(operations.map(({ key }) => names.get(key)?.name)).toEqual(
    rows.map(([, , name]) => name),
  );
}

const list = { type: "array", items: { type: "object" } };

describe("identifiers", () => {
  it.each<[string, readonly Row[]]>([
    [
      "a word that may be a noun gives way to one that says what the method does",
      [
        [
          "GET /issues/{id}/comments",
          "issueGetComments",
          "list_issue_comments",
        ],
        ["GET /issues/{id}", "issueGetIssue", "get_issue"],
        ["POST /issues", "issueCreateIssue", "create_issue"],
        ["PATCH /issues/{id}", "issueEditIssue", "update_issue"],
        ["GET /boats/{id}/tags/{tag}", "boats_get_tag", "get_boat_tag"],
        [
          "DELETE /boats/{id}/tags/{tag}",
          "boats_delete_tag",
          "delete_boat_tag",
        ],
        [
          "GET /boats/{id}/push_mirrors",
          { operationId: "boatListPushMirrors", answer: list },
          "list_boat_push_mirrors",
        ],
        [
          "POST /boats/{id}/dry-docking",
          "simulateCreateDocking",
          "simulate_create_docking",
        ],
      ],
    ],
    [
      "a thing that could be a verb is one where the path says what is done to it",
      [
        ["POST /calls/{id}/actions/transfer", "callTransfer", "transfer_call"],
        [
          "POST /calls/{id}/actions/record_pause",
          "callRecordPause",
          "pause_call_record",
        ],
        [
          "POST /calls/{id}/actions/gather_using_audio",
          "callGatherUsingAudio",
          "gather_call_using_audio",
        ],
        ["POST /calls", "callDial", "dial_call"],
        ["POST /shares/{id}/stores", "ShareStore", "share_store"],
      ],
    ],
    [
      "the method before the path is none of a fragment's words",
      [
        [
          "PUT /boats/{boat_id}#add_mooring",
          "put_boats_id#add_mooring",
          "add_boat_mooring",
        ],
        [
          "GET /boats/{boat_id}#get_mooring",
          "get_boats_id#get_mooring",
          "get_boat_mooring",
        ],
      ],
    ],
    [
      "a word of the method between the thing and its part is the verb",
      [
        [
          "PATCH /domains/{id}/records/{rid}",
          "domains_patch_record",
          "patch_domain_record",
        ],
        ["GET /domains", "domains_list", "list_domains"],
        [
          "PUT /domains/{id}/records/{rid}",
          "domains_update_record",
          "replace_domain_record",
        ],
      ],
    ],
    [
      "inserting is told apart from creating where the path does so",
      [
        [
          "POST /projects/{id}/sections",
          "createSectionForProject",
          "create_section_for_project",
        ],
        [
          "POST /projects/{id}/sections/insert",
          "insertSectionForProject",
          "insert_section_for_project",
        ],
      ],
    ],
    [
      "what goes on beside its successor gives way",
      [
        [
          "POST /stock/batch-change",
          { operationId: "BatchChangeStock", deprecated: true },
          "batch_change_deprecated_stock",
        ],
        [
          "POST /stock/changes/batch-create",
          "BatchChangeStock",
          "batch_change_stock",
        ],
        [
          "GET /v1/boats/{id}",
          { operationId: "getBoat", deprecated: true },
          "get_boat_v1",
        ],
        ["GET /v2/boats/{id}", "getBoat", "get_boat"],
      ],
    ],
    [
      "paths that differ in number alone give their own",
      [
        ["GET /merge_request/{id}/changes", {}, "list_merge_request_changes"],
        ["GET /merge_requests/{id}/changes", {}, "list_merge_requests_changes"],
      ],
    ],
    [
      "what the path tells apart is named in full",
      [
        ["POST /oauth-clients", "createClient", "create_oauth_client"],
        ["GET /oauth-clients/{id}", "getClient", "get_oauth_client"],
        ["GET /radio/clients", "getRadioClients", "list_radio_clients"],
        ["POST /boats/swap-clients", "swapClients", "swap_clients"],
      ],
    ],
    [
      "what is mine is called so where another operation has the same identifier",
      [
        ["GET /me", "get_user_alt1", "get_me"],
        ["GET /users/{user_id}", "get_user", "get_user"],
        ["PATCH /me/albums/{id}", "edit_album_alt1", "update_my_album"],
        ["PATCH /users/{user_id}/albums/{id}", "edit_album", "update_album"],
        [
          "PUT /me/moorings/{id}",
          "subscribe_to_mooring_alt1",
          "subscribe_me_to_mooring",
        ],
        [
          "GET /me/boats/{id}",
          "check_if_user_sailed_boat_alt1",
          "check_if_i_sailed_boat",
        ],
      ],
    ],
    [
      "a sentence says first what is done, and no more than it has to",
      [
        [
          "PUT /lists/{id}",
          "Update a specific contact list",
          "update_contact_list",
        ],
        [
          "POST /test/npm",
          "Test package.json & lock file",
          "test_package_json_lock_file",
        ],
        ["POST /boats", "Create a New Boat", "create_boat"],
        ["GET /sends/{id}", "get-single-send", "get_single_send"],
      ],
    ],
    [
      "the current user stands together",
      [
        [
          "GET /user/following",
          { operationId: "userCurrentListFollowing", answer: list },
          "list_current_user_following",
        ],
        [
          "POST /repos/{id}/diffpatch",
          "repoApplyDiffPatch",
          "apply_repo_diff_patch",
        ],
        ["POST /swarm/init", "SwarmInit", "initialize_swarm"],
      ],
    ],
    [
      "a service, its version, its function and the method",
      [
        [
          "DELETE /V1/boats/{id}",
          "harbourBoatRepositoryV1DeleteByIdDelete",
          "delete_harbour_boat",
        ],
        [
          "GET /V1/boats/search",
          "harbourBoatRepositoryV1GetListGet",
          "list_harbour_boats",
        ],
        [
          "PUT /V1/boats/{id}/crew",
          "harbourCrewManagementV1AssignPut",
          "assign_harbour_crew",
        ],
      ],
    ],
    [
      "an id is no news where the path ends with it",
      [
        ["PUT /members/{id}", "updateMemberById", "update_member"],
        ["GET /repositories/{id}", "repoGetByID", "get_repo_by_id"],
        ["GET /repos/{owner}/{repo}", "repoGet", "get_repo"],
        ["GET /members/ids", { answer: list }, "list_member_ids"],
      ],
    ],
    [
      "a word that may be a verb before one that says what DELETE does",
      [
        [
          "DELETE /issues/{id}/labels",
          "issueClearLabels",
          "clear_issue_labels",
        ],
      ],
    ],
    [
      "API Platform says what of a resource an operation is of",
      [
        ["GET /crawls", "getCrawlCollection", "list_crawls"],
        ["POST /crawls", "postCrawlCollection", "create_crawl"],
        ["GET /crawls/{id}", "getCrawlItem", "get_crawl"],
        ["DELETE /crawls/{id}", "deleteCrawlItem", "delete_crawl"],
        [
          "GET /invoices/{id}/items/{item}",
          "getInvoiceItem",
          "get_invoice_item",
        ],
        [
          "GET /stamps/{id}/collections",
          "getStampCollection",
          "list_stamp_collections",
        ],
        [
          "DELETE /bags/{id}/items",
          "deleteFromCollection",
          "delete_from_collection",
        ],
      ],
    ],
    [
      "a word that path and text begin and end with is done, verb or not",
      [
        [
          "POST /ships/{id}/warp",
          { operationId: "warp-ship", summary: "Warp ship" },
          "warp_ship",
        ],
        [
          "POST /ships/{id}/retrain",
          { operationId: "retrain", summary: "Retrain a ship" },
          "retrain_ship",
        ],
        [
          "POST /ships/{id}/shipping",
          { operationId: "shippingOrder", summary: "Shipping order" },
          "order_shipping",
        ],
      ],
    ],
    [
      "what a preposition leads is not done",
      [
        [
          "POST /people/quick",
          "AuthenticateWithQuickConnect",
          "authenticate_with_quick_connect",
        ],
        ["DELETE /boats", "boats_destroy_byTag", "delete_boats"],
        ["POST /notes/{id}/markAsRead", "markNoteAsRead", "mark_note_as_read"],
      ],
    ],
    [
      "a POST behind an id makes what its text says is new",
      [
        [
          "POST /hooks/{owner}",
          { summary: "Create a hook for an owner" },
          "create_hook",
        ],
        [
          "POST /boats/{id}",
          { summary: "A boat with its crew" },
          "update_boat",
        ],
        [
          "POST /quays/{id}",
          { summary: "Create or replace a quay" },
          "update_quay",
        ],
      ],
    ],
    [
      "and to a text that says that a GET reads",
      [
        [
          "GET /StopPoint/{id}/Arrivals",
          {
            operationId: "StopPoint_Arrivals",
            summary: "Gets the list of arrivals at the given stop point",
            answer: list,
          },
          "list_stop_point_arrivals",
        ],
        [
          "GET /fleets/{id}/upkeep",
          {
            operationId: "fleetUpkeepReport",
            summary: "Get the upkeep report of a fleet",
          },
          "get_fleet_upkeep_report",
        ],
        [
          "GET /vaults/{id}/restore_estimate",
          {
            operationId: "vaultRestoreEstimate",
            summary: "Returns how long a restore would take",
          },
          "get_vault_restore_estimate",
        ],
        [
          "GET /templates/berth",
          {
            operationId: "initiateBerth",
            summary: "Get a template of a berth",
          },
          "initiate_berth",
        ],
      ],
    ],
    [
      "an API group that is a domain says nothing of the thing",
      [
        [
          "GET /apis/orchard.example/v1/namespaces/{namespace}/trees/{name}",
          "readOrchardExampleV1NamespacedTree",
          "get_namespaced_tree",
        ],
        [
          "GET /apis/apps/v1/namespaces/{namespace}/pods/{name}",
          "readAppsV1NamespacedPod",
          "get_apps_namespaced_pod",
        ],
      ],
    ],
    [
      "and comes back where it tells things apart",
      [
        [
          "GET /apis/orchard.example/v1/events/{name}",
          "readOrchardExampleV1Event",
          "get_orchard_example_event",
        ],
        [
          "GET /apis/harbour.example/v1/events/{name}",
          "readHarbourExampleV1Event",
          "get_harbour_example_event",
        ],
      ],
    ],
    [
      "the number of a duplicate",
      [
        [
          "PUT /kennels/{id}/{kind}/{file}",
          "uploadFile1",
          "upload_kennel_file",
        ],
        ["PUT /kennels/{kind}", "uploadFile2", "upload_file"],
        ["GET /shelf/level1/{row}", "readLevel1", "get_shelf_level1"],
        ["GET /shelf/level2/{row}", "readLevel2", "get_shelf_level2"],
      ],
    ],
    [
      "an ending that nearly all share",
      [
        ["POST /startwalk", "StartWalkPage", "start_walk"],
        ["GET /clean/{walkId}", "CleanWalkPage", "clean_walk"],
        ["GET /info", "getInfoPage", "get_info"],
        ["GET /walks/{walkId}", "GetWalkPage", "get_walk"],
      ],
    ],
    [
      "parameters that a generator spelt out",
      [
        [
          "GET /api/creditNote/{creditNoteNumber}",
          "CreditNote_GetBycreditNoteNumber",
          "get_credit_note",
        ],
        [
          "POST /api/creditNote/{documentType}/{noteNumber}/action/release",
          "CreditNote_ReleaseNoteBydocumentTypenoteNumber",
          "release_credit_note",
        ],
      ],
    ],
    [
      "GetAll of a list",
      [
        [
          "GET /kennel",
          { operationId: "Kennel_GetAll", answer: list },
          "list_kennels",
        ],
      ],
    ],
    [
      "a group that the path writes as one word",
      [
        [
          "GET /customerdocument",
          "CustomerDocument_GetAllDocuments",
          "list_customer_documents",
        ],
        ["GET /flatrates/{id}", "FlatRates_GetFlatrate", "get_flatrate"],
        [
          "DELETE /projectforecasts/{id}",
          "ProjectForecasts_DeleteForecast",
          "delete_project_forecast",
        ],
      ],
    ],
    [
      "an identifier that is only the method takes the verb of the text",
      [
        [
          "POST /walks/{id}/photos",
          {
            operationId: "PostPhotos",
            summary: "Updates the photos of a walk",
          },
          "update_photos",
        ],
        [
          "POST /kennels/{id}/clearBowls",
          { operationId: "post_clear_bowls" },
          "clear_bowls",
        ],
      ],
    ],
    [
      "an identifier that was copied from another resource",
      [
        ["PUT /walkers/{id}", "updateWalker", "update_walker"],
        ["PUT /tariffs/{id}", "updateWalker_2", "update_tariff"],
      ],
    ],
    [
      "verb first, whatever else could be one",
      [
        [
          "POST /shop/{shopID}/schedule-payment/{id}/note",
          "CREATE_Note_for_Shop_SchedulePayment",
          "create_schedule_payment_note",
        ],
        [
          "DELETE /shop/{shopID}/schedule-payment/{id}/note/{noteID}",
          "DELETE_Note_for_Shop_SchedulePayment",
          "delete_schedule_payment_note",
        ],
      ],
    ],
    [
      "an adjective before a noun that could be a verb",
      [["GET /recipes/quickAnswer", "quickAnswer", "get_recipes_quick_answer"]],
    ],
    [
      "the author's order of words, where there is no verb",
      [
        [
          "GET /listings/sale",
          {
            operationId: "sale-listings",
            summary: "Sale Listings",
            answer: list,
          },
          "list_sale_listings",
        ],
        [
          "GET /sires/{id}/analysis/classes",
          {
            operationId: "sire_class_analysis",
            summary: "Sire class analysis",
          },
          "get_sire_class_analysis",
        ],
        ["GET /lines/{id}/status", "Line_Status", "get_line_status"],
        ["GET /users/{id}/tweets", "usersIdTweets", "list_user_tweets"],
      ],
    ],
    [
      "a list of something",
      [
        [
          "GET /me/playlists",
          "get-a-list-of-current-users-playlists",
          "list_my_playlists",
        ],
        [
          "GET /groups/popular",
          "Get_Programmes popular_",
          "get_popular_programmes",
        ],
        ["GET /rules", { operationId: "listRule", answer: list }, "list_rules"],
        [
          "GET /things/instanceTypeDetails/{engine}",
          {
            operationId: "ListInstanceTypeDetails",
            description: "Lists all instance types of an engine.",
          },
          "list_instance_type_details",
        ],
      ],
    ],
    [
      "a search",
      [
        ["GET /public/search", "getSearch", "search"],
        [
          "POST /v3/{parent}/accountLinks",
          "travel.accounts.accountLinks.create",
          "create_account_link",
        ],
      ],
    ],
    [
      "a noun at the end of what a GET gives",
      [
        [
          "GET /historical",
          {
            operationId: "historicalExchangeRate",
            summary: "Historical Exchange Rate",
          },
          "get_historical_exchange_rate",
        ],
        ["GET /rates", "listRates", "list_rates"],
      ],
    ],
    [
      "what is done to a thing, by the path",
      [
        ["POST /checks/{id}/rerequest", "rerequestCheck", "rerequest_check"],
        ["POST /pools/{id}/pause", "pausePoolsUpdate", "pause_pools_update"],
      ],
    ],
    [
      "at which place, where every identifier begins with what they are",
      [
        ["GET /berths/{id}", "Berths_Get", "get_berth"],
        ["DELETE /berths/{id}", "Berths_DeleteAtQuay", "delete_berth_at_quay"],
      ],
    ],
    [
      "the method, and then what is done",
      [
        [
          "POST /issues/{id}/reactions",
          "issuePostIssueReaction",
          "create_issue_reaction",
        ],
        ["GET /issues/{id}", "issueGetIssue", "get_issue"],
        ["POST /boats/{id}/charge", "postCharge", "charge_boat"],
        ["GET /boats/{id}", "getBoat", "get_boat"],
      ],
    ],
    [
      "a PUT that gets, if its text says so, too",
      [
        [
          "PUT /unsentReports",
          { operationId: "getUnsentReports", summary: "Get unsent reports" },
          "get_unsent_reports",
        ],
        [
          "PUT /reports/{id}",
          { operationId: "getReport", summary: "Change a report" },
          "update_report",
        ],
      ],
    ],
    [
      "how it is done, said last",
      [["POST /v1/render/sync", "renderSync", "render_sync"]],
    ],
    [
      "a list of many, said last",
      [
        [
          "GET /boats/{id}/totals/list",
          { operationId: "Boats_GetStatisticsList", answer: list },
          "list_boat_statistics",
        ],
        [
          "GET /ssh-keys",
          { operationId: "getKeysList", answer: list },
          "list_keys",
        ],
        [
          "GET /team/workgroups",
          { operationId: "getWorkgroupList", summary: "List workgroups" },
          "list_workgroups",
        ],
      ],
    ],
    [
      "which of them, where every identifier begins with what they are",
      [
        [
          "GET /berths",
          { operationId: "Berths_ListBuiltIn", answer: list },
          "list_builtin_berths",
        ],
        ["GET /berths/{name}", "Berths_GetBuiltIn", "get_builtin_berth"],
      ],
    ],
    [
      "all of what the path names",
      [
        [
          "GET /boatroles",
          { operationId: "getAll", answer: list },
          "list_boatroles",
        ],
      ],
    ],
    [
      "no word is cut off that the path has, too",
      [
        [
          "DELETE /vpcEndpoints/{id}",
          "DeleteVpcEndpoint",
          "delete_vpc_endpoint",
        ],
        [
          "GET /apikeys/{id}/owner",
          { operationId: "apiKeyOwner", summary: "API key owner" },
          "get_api_key_owner",
        ],
      ],
    ],
    [
      "the method as a verb",
      [
        [
          "PUT /dogs/{id}/details",
          {
            operationId: "putAdoptionDetails",
            summary: "Updates the details of a dog",
          },
          "update_adoption_details",
        ],
        ["PUT /dogs/{id}/photo", "putAdoptionPhoto", "put_adoption_photo"],
      ],
    ],
    [
      "glued to their verb",
      [
        ["POST /commands/unlockkennel", "unlockkennel", "unlock_kennel"],
        ["GET /sendings", "sendings", "list_sendings"],
      ],
    ],
    [
      "a list that another thing's id asks for",
      [
        [
          "GET /robot/{appId}",
          { operationId: "listRobots", summary: "List of robots" },
          "list_robots",
        ],
      ],
    ],
  ])("%s", (_, rows) => check(rows));
});

describe("paths", () => {
  it.each<[string, readonly Row[]]>([
    [
      "a POST that a header makes into another method",
      [
        [
          "POST /walks/{id}",
          {
            parameters: [
              {
                name: "X-HTTP-Method-Override",
                in: "header",
                required: true,
                schema: { type: "string", enum: ["PATCH"] },
              },
            ],
          },
          "update_walk",
        ],
        ["GET /walks/{id}", {}, "get_walk"],
      ],
    ],
    [
      "of one path, the method that the verb is of keeps the plain name",
      [
        ["PATCH /walks/{id}", {}, "update_walk"],
        [
          "POST /walks/{id}",
          { summary: "Update a walk" },
          "update_walk_via_post",
        ],
      ],
    ],
    [
      "what is asked is not made",
      [
        ["POST /username-available", {}, "check_username_available"],
        ["POST /rooms/availability", {}, "check_rooms_availability"],
        [
          "POST /walkers/{id}/availability",
          { summary: "Create the availability of a walker" },
          "create_walker_availability",
        ],
      ],
    ],
    [
      "a POST that reads, by its text",
      [
        [
          "POST /messages",
          { summary: "Retrieve the messages that match" },
          "list_messages",
        ],
        [
          "POST /walks",
          { operationId: "createWalk", summary: "Get walks" },
          "create_walk",
        ],
      ],
    ],
    [
      "a verb in front of the path",
      [
        ["GET /get/delay", {}, "get_delay"],
        ["POST /generate/url", {}, "generate_url"],
        ["GET /list/{id}/items", {}, "list_list_items"],
      ],
    ],
    [
      "what a POST does by its text, where the path is no collection",
      [
        [
          "POST /.well-known/kennel",
          { summary: "Publish an update" },
          "publish_update",
        ],
        [
          "POST /simple/file",
          { summary: "Transcribe a receipt by uploading it" },
          "transcribe_receipt",
        ],
        ["POST /bulk", { summary: "Describe a set of dogs" }, "describe_dogs"],
        ["POST /token", { summary: "Create a token" }, "create_token"],
        [
          "POST /payments",
          { summary: "Start a transaction" },
          "create_payment",
        ],
      ],
    ],
    [
      "a POST that reads by its text, where nothing else is said of the path",
      [
        [
          "POST /partial_address",
          { summary: "Retrieve 50 applications near an address" },
          "get_partial_address",
        ],
        [
          "POST /stock/moq",
          { summary: "Calculate the least order" },
          "calculate_least_order",
        ],
      ],
    ],
    [
      "the root, by its text",
      [
        [
          "GET /",
          { summary: "Get tidal information via a harbour" },
          "get_tidal_information",
        ],
        ["POST /", { summary: "Import a harbour" }, "import_harbour"],
      ],
    ],
    [
      "what the query of a path asks by",
      [
        [
          "GET /tides?city_id={city_id}",
          { answer: list },
          "list_tides_by_city_id",
        ],
        [
          "GET /tides?lat={lat}&lon={lon}",
          { answer: list },
          "list_tides_by_lat_lon",
        ],
      ],
    ],
    [
      "numbers of file names and of versions",
      [
        ["GET /{comicId}/info.0.json", {}, "get_comic_info"],
        ["GET /api/v2.0/{scheme}/loci", {}, "get_scheme_loci"],
      ],
    ],
    [
      "a path that is an order",
      [
        ["GET /listBerths", { answer: list }, "list_berths"],
        ["POST /boats/{id}/addToFleet/{fleetId}", {}, "add_boat_to_fleet"],
        ["POST /imu/calibrate", {}, "calibrate_imu"],
      ],
    ],
    [
      "by what is searched, and an operator in a parameter",
      [
        ["GET /books/{query}", { summary: "Search books" }, "search_books"],
        ["GET /berths/search/phone", {}, "search_berths_by_phone"],
        ["GET /berths/{id}{.format}", {}, "get_berth"],
      ],
    ],
    [
      "a list behind what looks like an id",
      [
        ["GET /answers/{ids}", { answer: list }, "list_answers_by_ids"],
        [
          "GET /teams/{year}/{page}",
          { summary: "Get the teams of a year", answer: list },
          "list_teams_by_page",
        ],
        ["GET /boats/{id}", { answer: list }, "get_boat"],
        ["GET /cargo/getRoute/{from}", {}, "get_cargo_route"],
      ],
    ],
    [
      "what several do, by what the path says besides",
      [
        [
          "POST /image/to/line-art",
          { summary: "Convert an image" },
          "convert_image_to_line_art",
        ],
        [
          "POST /image/to/text",
          { summary: "Convert an image" },
          "convert_image_to_text",
        ],
      ],
    ],
    [
      "an order that stands in the path",
      [["POST /kennel_services.get_dogs", {}, "get_kennel_services_dogs"]],
    ],
    [
      "what the text says first",
      [
        [
          "GET /groups/{id}/role-mappings/realm",
          { summary: "Get realm-level role mappings", answer: list },
          "list_group_realm_role_mappings",
        ],
      ],
    ],
    [
      "an id with its preposition",
      [["GET /roles-by-name/{name}", {}, "get_role_by_name"]],
    ],
    [
      "the form of the answer is no thing",
      [["GET /laws/{id}.{output_format}", {}, "get_law"]],
    ],
    [
      "the settings of a campaign",
      [["GET /campaign/settings/{campaignId}", {}, "get_campaign_settings"]],
    ],
    [
      "between two ends",
      [["GET /v1/reports/{from}/to/{until}", {}, "get_report"]],
    ],
    [
      "words that the path glues together and an identifier writes apart",
      [
        [
          "GET /sitetypes",
          { operationId: "SiteTypes_Index" },
          "list_site_types",
        ],
        ["DELETE /sitetypes/{id}", {}, "delete_site_type"],
        ["GET /usernames", { operationId: "userNames" }, "list_usernames"],
      ],
    ],
    [
      "a search by what it is",
      [
        ["GET /apps/textSearch", {}, "search_apps"],
        ["GET /shop/{id}/insights-search", {}, "search_insights"],
      ],
    ],
    [
      "owners in the singular before what can be counted",
      [
        ["GET /walkers/{id}", {}, "get_walker"],
        ["GET /walkers/names", {}, "list_walker_names"],
        ["GET /walkers/stats", {}, "get_walkers_stats"],
      ],
    ],
    [
      "kinds of reports and jobs",
      [
        ["GET /Reports/BalanceSheet", {}, "get_balance_sheet_report"],
        ["POST /jobs/blend", {}, "create_blend_job"],
        ["GET /reports/status", {}, "get_reports_status"],
      ],
    ],
    [
      "found by something else than an id",
      [
        [
          "GET /dogs/alias/{alias}",
          { summary: "Return a list of dogs for an alias", answer: list },
          "list_dogs_by_alias",
        ],
        [
          "GET /dogs/email/{email}",
          { summary: "Get a dog by its owner's email" },
          "get_dog_by_email",
        ],
        ["GET /dogs/toys/{id}", { summary: "Get a toy" }, "get_dogs_toy"],
      ],
    ],
    [
      "one, where the query must name it",
      [
        [
          "GET /jobs",
          {
            parameters: [{ name: "jobId", required: true }],
            answer: { type: "object", properties: { state: {} } },
          },
          "get_job",
        ],
      ],
    ],
    [
      "what ends the path stands before what it is of where the text has it so",
      [
        [
          "POST /commits/{sha}/statuses/build",
          { summary: "Create a build status for a commit" },
          "create_commit_build_status",
        ],
        [
          "GET /stats/automations",
          { summary: "Get all automation stats", answer: list },
          "list_automation_stats",
        ],
        [
          "PATCH /mail_settings/footer",
          { summary: "Update footer mail settings" },
          "update_footer_mail_settings",
        ],
        [
          "PUT /boats/{id}/services/harbour",
          { summary: "Set harbour service for boat" },
          "set_boat_harbour_service",
        ],
        [
          "GET /boats/engines",
          { summary: "Boats' engines", answer: list },
          "list_boat_engines",
        ],
      ],
    ],
    [
      "a period is not one of what is in it",
      [
        [
          "GET /calendar/premieres/{start_date}/{days}",
          {},
          "list_calendar_premieres",
        ],
        ["GET /last/rates/{from}/{to}", {}, "get_last_rate"],
      ],
    ],
    [
      "a path that says its verb twice",
      [
        ["POST /forecast/forecast-top-down", {}, "forecast_top_down"],
        [
          "POST /pull-requests/{id}/request-changes",
          {},
          "request_pull_request_changes",
        ],
        [
          "PUT /topics/{id}/bookmark",
          { operationId: "bookmarkTopic" },
          "bookmark_topic",
        ],
        ["GET /metadata/flatseries/{id}", {}, "get_metadata_flatseries"],
      ],
    ],
    [
      "how many, by the text, where the path has one number for all",
      [
        [
          "DELETE /chart",
          { summary: "Deletes multiple charts" },
          "delete_charts",
        ],
        ["DELETE /chart/{pk}", { summary: "Deletes a chart" }, "delete_chart"],
        ["DELETE /devices", { summary: "Deletes a device" }, "delete_device"],
        [
          "PUT /labels",
          { summary: "Update an existing label" },
          "update_label",
        ],
        [
          "DELETE /moorings",
          { summary: "Delete a mooring by its name" },
          "delete_moorings",
        ],
        [
          "DELETE /moorings/{id}",
          { summary: "Delete a mooring" },
          "delete_mooring",
        ],
        [
          "POST /accounts/{id}/unsilence",
          { description: "Unsilence a silenced account." },
          "unsilence_account",
        ],
        [
          "GET /query/suggestions",
          { summary: "Retrieve query suggestions", answer: list },
          "list_query_suggestions",
        ],
        [
          "GET /parts",
          {
            operationId: "getAdditionalPart",
            summary: "Additional parts",
            answer: list,
          },
          "list_additional_parts",
        ],
      ],
    ],
    [
      "what is listed is of one such thing by the text",
      [
        [
          "GET /reports/stops",
          { summary: "Fetch a list of ReportStops", answer: list },
          "list_report_stops",
        ],
        [
          "DELETE /likes/tracks/{id}",
          { summary: "Unlikes a track" },
          "unlike_track",
        ],
      ],
    ],
    [
      "versions tell paths apart that differ in nothing else",
      [
        ["GET /projects/{id}/finance", {}, "get_project_finance"],
        ["GET /v2/projects/{id}/finance", {}, "get_project_finance_v2"],
        ["GET /v1/teams", { answer: list }, "list_teams_v1"],
        ["GET /v2/teams", { answer: list }, "list_teams_v2"],
      ],
    ],
    [
      "a thing whose first word may be a verb, by a text that only names it",
      [
        ["GET /display-ads/{id}", { summary: "display ad" }, "get_display_ad"],
        ["POST /display-ads", { summary: "display ads" }, "create_display_ad"],
        ["GET /me/mentioned", { answer: list }, "list_my_mentioned"],
      ],
    ],
    [
      "a state is no owner of what is in it",
      [
        [
          "DELETE /teammates/pending/{token}",
          { summary: "Delete pending teammate" },
          "delete_pending_teammate",
        ],
        [
          "POST /teammates/pending/{token}/resend",
          { summary: "Resend teammate invite" },
          "resend_pending_teammate",
        ],
        ["POST /teammates", { summary: "Invite teammate" }, "invite_teammate"],
      ],
    ],
    [
      "what was drawn by lot says nothing",
      [
        [
          "GET /boats/{id}/metadata/seaWorthiness-6VMVochwUWo",
          {},
          "get_metadata_sea_worthiness",
        ],
        ["GET /boats/{id}/auth-OAuth2Token", {}, "get_boat_auth_oauth2_token"],
      ],
    ],
    [
      "a verb alone is completed by its own text",
      [
        [
          "GET /authorize",
          { summary: "Authorize a sailor", tags: ["Authorization"] },
          "authorize_sailor",
        ],
        [
          "POST /refund/{id}",
          {
            operationId: "Refund",
            summary: "Refund a previously captured fare",
          },
          "refund_captured_fare",
        ],
        ["POST /check", { summary: "Check validity of a ticket" }, "check"],
      ],
    ],
    [
      "a tag that all share is the API's own name",
      [
        [
          "POST /login",
          { operationId: "Login", tags: ["Kennel API"] },
          "login",
        ],
        ["GET /dogs", { tags: ["Kennel API"] }, "list_dogs"],
        ["GET /cats", { tags: ["Kennel API"] }, "list_cats"],
      ],
    ],
  ])("%s", (_, rows) => check(rows));
});

describe("shortening to 40 characters", () => {
  it.each<[string, readonly Row[]]>([
    [
      "keeps what the document writes as one",
      [
        [
          "PUT /PurchaseOrders/{PurchaseOrderID}/Attachments/{FileName}",
          "createPurchaseOrderAttachmentByFileName",
          "create_purchase_order_attachment_by_name",
        ],
      ],
    ],
    [
      "writes long words short before it drops any",
      [
        [
          "PUT /organizations/{id}/thirdPartyPeers",
          "updateOrganizationThirdPartyPeersList",
          "update_org_third_party_peers_list",
        ],
      ],
    ],
    [
      "drops the module rather than the preposition before the owner",
      [
        [
          "DELETE /orgs/{org}/kennel/leads/{id}",
          "kennel/delete-self-winding-lead-buckle-from-org",
          "delete_self_winding_lead_buckle_from_org",
        ],
      ],
    ],
  ])("%s", (_, rows) => {
    check(rows);
    for (const [, , name] of rows) expect(name.length).toBeLessThanOrEqual(40);
  });
});
