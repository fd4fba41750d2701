// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported import Foundation
import UniformTypeIdentifiers

// UIKit, iOS 16.0; Apple's pages. Only what is used here. NSUserActivity is Foundation's on Apple's systems.

@MainActor
open class UIView: NSObject {
    open var bounds = CGRect.zero

    public override nonisolated init() {}
}

@MainActor
open class UIViewController: NSObject {
    open var popoverPresentationController: UIPopoverPresentationController?
}

@MainActor
open class UIPopoverPresentationController: NSObject {
    open var sourceView: UIView?
    open var sourceRect = CGRect.zero
}

public struct UIActivityItemsConfigurationMetadataKey: RawRepresentable, Hashable, Sendable {
    public static let linkPresentationMetadata = Self(rawValue: "linkPresentationMetadata")

    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

@MainActor
open class UIActivityItemsConfiguration: NSObject {
    public let itemProviders: [NSItemProvider]
    open var perItemMetadataProvider: ((Int, UIActivityItemsConfigurationMetadataKey) -> Any?)?

    public init(itemProviders: [NSItemProvider]) { self.itemProviders = itemProviders }
}

open class UIActivityViewController: UIViewController {
    public let configuration: UIActivityItemsConfiguration

    public init(activityItemsConfiguration: UIActivityItemsConfiguration) {
        configuration = activityItemsConfiguration
        super.init()
        popoverPresentationController = UIPopoverPresentationController()
    }
}

@MainActor
open class UIDragItem: NSObject {
    public let itemProvider: NSItemProvider

    public init(itemProvider: NSItemProvider) { self.itemProvider = itemProvider }
}

@MainActor
open class UIBarButtonItem: NSObject {
    public let customView: UIView?

    public init(customView: UIView) { self.customView = customView }
}

@MainActor
open class UIApplication: NSObject {
    public struct LaunchOptionsKey: Hashable, Sendable {}
}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {}

public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
    open var webpageURL: URL?
}
